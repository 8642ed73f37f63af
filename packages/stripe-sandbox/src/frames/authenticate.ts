import { PUBLISHABLE_KEY } from "../defaults.ts";
import { acceptPage } from "./accept-page.ts";

const challenge = new URLSearchParams(location.search).get("challenge") ?? "";
const isFramed = window.parent !== window;
const page = isFramed ? acceptPage() : undefined;
const problem = document.querySelector("#problem");

async function answer(passed: boolean): Promise<void> {
  const body = new URLSearchParams({ key: PUBLISHABLE_KEY, passed: String(passed) });
  const path = `/v1/challenges/${encodeURIComponent(challenge)}/answer`;
  const response = await fetch(path, { method: "POST", body });
  const result = await response.json();
  if (page) (await page).postMessage("done");
  else if (result.return_url) location.assign(result.return_url);
  else
    show(passed ? "Done. You can close this page." : "Not authenticated. You can close this page.");
}

function show(text: string): void {
  if (problem) problem.textContent = text;
}

document.addEventListener("keydown", async ({ key }) => {
  if (key === "Escape" && page) (await page).postMessage("escape");
});
for (const button of document.querySelectorAll("button")) {
  button.addEventListener("click", () => {
    answer(button.id === "complete").catch(() => {
      show("Your answer was not received. Please try again.");
    });
  });
  button.disabled = false;
}
// The dialog focuses the frame, and Tab would leave it.
if (isFramed) document.querySelector("button")?.focus();
