// Creates icons without a class name for each.
import { createElement } from "react";

const ATTRIBUTES = {
  xmlns: "http://www.w3.org/2000/svg",
  width: 24,
  height: 24,
  viewBox: "0 0 24 24",
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 2,
  strokeLinecap: "round",
  strokeLinejoin: "round",
  "aria-hidden": true,
};

export default ({ node }) =>
  (props) =>
    createElement(
      "svg",
      { ...ATTRIBUTES, ...props },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
