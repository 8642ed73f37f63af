import { escapeHtml } from "@studbook/domain/escape-html";
import { type Email, type EmailBlock, footerLine, type Site } from "./email.ts";

// The colors of packages/ui/src/tokens.css: email clients do not support CSS variables.
const LIGHT = {
  paper: "#f6f4ed",
  surface: "#fffefa",
  line: "#ddd7c8",
  ink: "#1e2420",
  soft: "#51564c",
  loden: "#24503f",
  onLoden: "#fffefa",
};
const DARK = {
  paper: "#131714",
  surface: "#1c211d",
  line: "#363d37",
  ink: "#f1ede2",
  soft: "#bdbcae",
  loden: "#8fc4a5",
  onLoden: "#0e2118",
};

const SANS = "font-family:'Public Sans',Arial,sans-serif";
const DISPLAY = "font-family:Besley,Georgia,serif";
const TEXT = `${SANS};font-size:17px;line-height:27px`;

// Declares both color schemes, so that email clients do not invert the colors themselves.
const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper{background-color:${DARK.paper}!important}
.surface{background-color:${DARK.surface}!important;border-color:${DARK.line}!important}
.ink{color:${DARK.ink}!important}
.soft{color:${DARK.soft}!important}
.line{border-color:${DARK.line}!important}
.rule{border-color:${DARK.ink}!important}
.loden{color:${DARK.loden}!important}
.button{background-color:${DARK.loden}!important;color:${DARK.onLoden}!important}
}
@media (max-width:480px){.surface{padding:24px 20px 8px!important}}`;

export function renderText({ title, blocks }: Email, site: Site): string {
  const parts = [title, ...blocks.map(renderTextBlock), `-- \n${footerLine(site)}`];
  return `${parts.join("\n\n")}\n`;
}

function renderTextBlock(block: EmailBlock): string {
  switch (block.kind) {
    case "text":
      return block.text;
    case "facts":
      return block.rows.map(([label, value]) => `${label}: ${value}`).join("\n");
    case "button":
      return `${block.label}:\n${block.url}`;
  }
}

/** Renders an email as HTML: one column of up to 600 px, without external resources. */
export function renderHtml({ subject, title, blocks }: Email, site: Site): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${STYLE}</style>
</head>
<body class="paper" style="margin:0;padding:0;background-color:${LIGHT.paper}">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background-color:${LIGHT.paper}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px">
<tr><td class="loden" style="${DISPLAY};font-size:23px;line-height:30px;font-weight:bold;color:${LIGHT.loden};padding:0 4px 16px">Studbook</td></tr>
<tr><td class="surface" style="background-color:${LIGHT.surface};border:1px solid ${LIGHT.line};border-radius:12px;padding:32px 32px 16px">
<h1 class="ink" style="${DISPLAY};font-size:26px;line-height:32px;font-weight:bold;color:${LIGHT.ink};margin:0 0 16px">${escapeHtml(title)}</h1>
${blocks.map(renderHtmlBlock).join("\n")}
</td></tr>
<tr><td class="soft" style="${SANS};font-size:15px;line-height:23px;color:${LIGHT.soft};padding:16px 4px 0">${escapeHtml(footerLine(site))}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function renderHtmlBlock(block: EmailBlock): string {
  switch (block.kind) {
    case "text":
      return `<p class="ink" style="${TEXT};color:${LIGHT.ink};margin:0 0 16px">${escapeHtml(block.text)}</p>`;
    case "facts":
      return renderFacts(block.rows);
    case "button":
      return renderButton(block.label, block.url);
  }
}

function renderFacts(rows: [label: string, value: string][]): string {
  const lines = rows.map(([label, value]) => {
    const cell = `border-bottom:1px solid ${LIGHT.line};padding:10px 0`;
    return `<tr><th class="soft line" scope="row" align="left" style="${TEXT};font-weight:normal;color:${LIGHT.soft};${cell};padding-right:16px">${escapeHtml(label)}</th><td class="ink line" align="right" style="${TEXT};font-weight:bold;color:${LIGHT.ink};${cell}">${escapeHtml(value)}</td></tr>`;
  });
  return `<table class="rule" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;border-top:2px solid ${LIGHT.ink};margin:0 0 24px">${lines.join("")}</table>`;
}

function renderButton(label: string, url: string): string {
  const href = escapeHtml(url);
  return `<p style="margin:8px 0 16px"><a class="button" href="${href}" style="${SANS};font-size:16px;line-height:24px;font-weight:bold;display:inline-block;background-color:${LIGHT.loden};color:${LIGHT.onLoden};text-decoration:none;border-radius:8px;padding:14px 24px">${escapeHtml(label)}</a></p>
<p class="soft" style="${SANS};font-size:15px;line-height:23px;color:${LIGHT.soft};margin:0 0 16px;word-break:break-all">Or open this link: <a class="loden" href="${href}" style="color:${LIGHT.loden}">${href}</a></p>`;
}
