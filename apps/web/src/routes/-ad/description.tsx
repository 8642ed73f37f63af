export function Description({ name, text }: { name: string; text: string }) {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "");
  return (
    <section
      id="about"
      className="grid max-w-166.5 content-start gap-3.5 print:col-span-2 print:max-w-none print:gap-2 print:leading-[1.45]"
    >
      <h2>About {name}</h2>
      {paragraphs.map((paragraph, index) => (
        <p key={index} className="whitespace-pre-line [overflow-wrap:anywhere]">
          {paragraph}
        </p>
      ))}
    </section>
  );
}
