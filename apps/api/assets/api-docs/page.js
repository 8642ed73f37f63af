SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#calls",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  // The page must not contact other hosts.
  validatorUrl: null,
});

/** Adds what Swagger UI's elements lack for keyboards and screen readers. Each change is made once per element. */
const FIXES = {
  // The title is an h1, followed by the tags as h3.
  "h3, h4, h5": (heading) => heading.setAttribute("aria-level", heading.localName.slice(1) - 1),
  // A link inside a button. The button also sets the fragment of the address.
  ".opblock-summary-control a[href]": (link) => link.removeAttribute("href"),
  "tr[data-param-name] :is(select, input, textarea)": (field) =>
    field.setAttribute("aria-label", field.closest("tr").dataset.paramName),
  ".body-param__text": (field) => field.setAttribute("aria-label", "Request body"),
  "pre.microlight, .highlight-code pre": (code) => code.setAttribute("tabindex", "0"),
  "table[role=region]": (table) => {
    const [method, path] = ["method", "path"].map(
      (part) => table.closest(".opblock").querySelector(`.opblock-summary-${part}`).textContent,
    );
    table.setAttribute("aria-label", `Responses of ${method} ${path}`);
  },
  ".information-container": (introduction) => {
    introduction.setAttribute("role", "region");
    introduction.setAttribute("aria-label", "Introduction");
  },
};

const fixed = new WeakSet();

function fixNewElements() {
  for (const [selector, fix] of Object.entries(FIXES)) {
    for (const element of document.querySelectorAll(`.swagger-ui :is(${selector})`)) {
      if (fixed.has(element)) continue;
      fixed.add(element);
      fix(element);
    }
  }
}

const calls = document.getElementById("calls");
new MutationObserver(fixNewElements).observe(calls, { childList: true, subtree: true });
