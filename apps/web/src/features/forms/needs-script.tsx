/** Says without JavaScript what works only with it. */
export function NeedsScript({ what }: { what: string }) {
  return (
    <noscript>
      <p className="rounded-md bg-warn-tint px-4.5 py-4">
        {what} works only with JavaScript. Turn it on in your browser, then reload the page.
      </p>
    </noscript>
  );
}
