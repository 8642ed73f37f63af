import type { LightningCSSOptions } from "vite";

type Visitor = NonNullable<LightningCSSOptions["visitor"]>;

/** States that a page has only after somebody has used it. */
const LATER_STATES = /"kind":"(?:active|disabled|focus|focus-visible|focus-within|hover)"/;
/** Parts of form fields that public pages do not have. */
const RARE_PARTS = /"kind":"(?:placeholder|selection|file-selector-button)"|"-?-webkit-|"-moz-/;
/** Elements that public pages do not have, which Tailwind's base styles reset. */
const RARE_ELEMENTS =
  /"type":"type","name":"(?:abbr|code|kbd|samp|pre|small|sub|sup|table|progress|summary|optgroup|textarea|video|canvas|audio|iframe|embed|object|menu|h4|h5|h6)"/;
/** Not shown by a first paint, or only there for old browsers, which wait for all styles. */
const LATER_MEDIA = /"(?:print|forced-colors|hover)"/;

/**
 * Removes the rules from critical CSS that a first paint does not need, which saves a fifth of its size. A media query for
 * `screen` is kept.
 */
export const criticalRules: Visitor = {
  Rule: {
    media({ value }) {
      return LATER_MEDIA.test(JSON.stringify(value.query)) ? [] : undefined;
    },
    keyframes: () => [],
    "layer-block": ({ value }) => (value.name?.[0] === "properties" ? [] : undefined),
    style(rule) {
      const { selectors } = rule.value;
      const kept = selectors.filter((selector) => {
        const text = JSON.stringify(selector);
        return ![LATER_STATES, RARE_PARTS, RARE_ELEMENTS].some((pattern) => pattern.test(text));
      });
      if (kept.length === selectors.length) return undefined;
      return kept.length === 0 ? [] : { ...rule, value: { ...rule.value, selectors: kept } };
    },
  },
};
