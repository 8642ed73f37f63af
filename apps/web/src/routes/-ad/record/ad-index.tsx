/** Links to the parts of a long listing. Shown on wide screens, where it sticks below the header. */
export function AdIndex({ parts }: { parts: readonly (readonly [id: string, title: string])[] }) {
  return (
    <nav className="ad-index" aria-label="On this page">
      {parts.map(([id, title]) => (
        <a key={id} href={`#${id}`}>
          {title}
        </a>
      ))}
    </nav>
  );
}
