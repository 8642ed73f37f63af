import { describe, expect, it } from "vitest";
import { button, type Email, text } from "./email.ts";
import { renderHtml, renderText } from "./render-email.ts";

const site = { publicUrl: "https://studbook.test", supportEmail: "help@studbook.test" };
const HOSTILE = `<img src=x onerror="alert('1')">&amp;`;

const email: Email = {
  subject: `About ${HOSTILE}`,
  title: `Title ${HOSTILE}`,
  blocks: [
    text(`Text ${HOSTILE}`),
    { kind: "facts", rows: [[`Label ${HOSTILE}`, `Value ${HOSTILE}`]] },
    button(`Button ${HOSTILE}`, `https://studbook.test/?x=${HOSTILE}`),
  ],
};

describe("renderHtml", () => {
  it("escapes all texts", () => {
    const html = renderHtml(email, { ...site, supportEmail: `${HOSTILE}@studbook.test` });
    expect(html).not.toContain("<img");
    expect(html).not.toContain('onerror="');
    const escaped = "&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;";
    expect(html.split(escaped).length - 1).toBe(10);
  });

  it("refers to no external resources", () => {
    expect(renderHtml(email, site)).not.toMatch(/<(img|link|script|iframe)|url\(|@import|src=x>/);
  });
});

it("renders all blocks as plain text", () => {
  expect(renderText(email, site)).toBe(
    `${[
      `Title ${HOSTILE}`,
      `Text ${HOSTILE}`,
      `Label ${HOSTILE}: Value ${HOSTILE}`,
      `Button ${HOSTILE}:\nhttps://studbook.test/?x=${HOSTILE}`,
      "-- \nStudbook, studbook.test. Questions? Contact help@studbook.test.",
    ].join("\n\n")}\n`,
  );
});
