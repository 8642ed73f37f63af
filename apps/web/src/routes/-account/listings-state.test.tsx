import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ListingsState } from "./listings-state.tsx";

const admin = {
  username: "ann",
  email: null,
  firstName: null,
  lastName: null,
  isAdmin: true,
  emailVerified: false,
  membershipTier: null,
  membershipExpiresAt: null,
};

test.each([
  [{ hiddenCount: 0, pausedCount: 0 }, "3 listings are live."],
  [{ hiddenCount: 0, pausedCount: 2 }, "1 listing is live, 2 paused."],
  [{ hiddenCount: 1, pausedCount: 2 }, "0 listings are live, 2 paused, 1 hidden by us."],
])("counts what is not public: %j", (counts, text) => {
  const html = renderToStaticMarkup(<ListingsState user={{ ...admin, adCount: 3 }} {...counts} />);
  expect(html.replaceAll(/<[^>]*>/g, "")).toBe(text);
});
