/**
 * Returns `make`, called once for each shape of the conditions of a list: a parameter chooses no
 * index, so each has a statement of its own.
 */
export function ofEachShape<Shape extends object, Made>(
  make: (shape: Shape) => Made,
): (shape: Shape) => Made {
  const made = new Map<string, Made>();
  return (shape) => {
    const key = JSON.stringify(shape);
    const known = made.get(key) ?? make(shape);
    made.set(key, known);
    return known;
  };
}
