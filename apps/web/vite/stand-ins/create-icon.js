// Creates icons without a class name for each. Their shapes are one text instead of elements, of which a list of cards has
// hundreds that React would render and hydrate one by one.
import { createElement } from "react";

const ATTRIBUTES = {
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

export default ({ node }) => {
  const dangerouslySetInnerHTML = { __html: node.map(toMarkup).join("") };
  return (props) => createElement("svg", { ...ATTRIBUTES, ...props, dangerouslySetInnerHTML });
};

function toMarkup([tag, attributes]) {
  const pairs = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return `<${tag}${pairs.join("")}></${tag}>`;
}
