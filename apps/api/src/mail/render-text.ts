import { type Block, closingLine, type Letter, type Site } from "./letter.ts";

/** A letter as plain text. */
export function renderText({ title, blocks }: Letter, site: Site): string {
  const parts = [title, ...blocks.map(renderBlock), `-- \n${closingLine(site)}`];
  return `${parts.join("\n\n")}\n`;
}

function renderBlock(block: Block): string {
  switch (block.kind) {
    case "text":
      return block.text;
    case "facts":
      return block.rows.map(([label, value]) => `${label}: ${value}`).join("\n");
    case "button":
      return `${block.label}:\n${block.url}`;
  }
}
