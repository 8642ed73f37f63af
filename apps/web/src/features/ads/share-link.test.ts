import { afterEach, expect, test, vi } from "vitest";
import { shareLink } from "./share-link.ts";

const LINK = { title: "Rex", url: "https://studbook.example/ad/1" };

const stub = (fields: object) => vi.stubGlobal("navigator", fields);
afterEach(() => vi.unstubAllGlobals());

test("shares with the system's dialog, whether or not the user closes it", async () => {
  const share = vi.fn(async () => undefined);
  stub({ canShare: () => true, share });
  expect(await shareLink(LINK)).toBe("shared");
  expect(share).toHaveBeenCalledWith(LINK);
  stub({ canShare: () => true, share: () => Promise.reject(new DOMException("", "AbortError")) });
  expect(await shareLink(LINK)).toBe("shared");
});

test("copies the link where there is no dialog", async () => {
  const writeText = vi.fn(async () => undefined);
  stub({ clipboard: { writeText } });
  expect(await shareLink(LINK)).toBe("copied");
  expect(writeText).toHaveBeenCalledWith(LINK.url);
});

test("says that a link was not copied, also where the browser has no clipboard", async () => {
  stub({ clipboard: { writeText: () => Promise.reject(new DOMException("", "NotAllowedError")) } });
  expect(await shareLink(LINK)).toBe("failed");
  stub({});
  expect(await shareLink(LINK)).toBe("failed");
});
