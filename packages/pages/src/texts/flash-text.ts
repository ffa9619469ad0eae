/** A sentence with the values that stand in it. */
export type FlashText = (first: string, second: string, third: string) => string;
