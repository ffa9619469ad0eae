import { expect, it } from "vitest";
import { readableOn } from "./color.js";

it.each([
  ["grey", "#757575", "#767676"],
  ["red", "#ec0000", "#ed0000"],
  ["green", "#008900", "#008a00"],
  ["blue", "#6060fc", "#6060fd"],
  ["olive", "#947000", "#957000"],
  ["purple", "#b814ff", "#b914ff"],
  ["teal", "#767575", "#777575"],
])(
  "the text of a button in %s is white as long as white is easier to read, and then black",
  (_name, darker, lighter) => {
    expect([readableOn(darker), readableOn(lighter)]).toEqual(["#ffffff", "#000000"]);
  },
);

it.each([
  ["#000000", "#ffffff"],
  ["#0a0a0a", "#ffffff"],
  ["#ffffff", "#000000"],
])("on the button %s the text is %s", (color, text) => {
  expect(readableOn(color)).toBe(text);
});
