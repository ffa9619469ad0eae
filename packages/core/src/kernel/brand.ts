declare const brand: unique symbol;

/**
 * A `T` that only the function named in its doc comment may mint. The mark exists at compile time
 * only.
 */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
