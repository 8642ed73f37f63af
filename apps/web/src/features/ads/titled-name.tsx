import type { ListedAd } from "@studbook/domain/schemas/ad";

type TitledNameProps = { ad: Pick<ListedAd, "dogName" | "titles"> };

/** A dog's name with its titles: 'GCH Bell Ringer JH CGC'. */
export function TitledName({ ad: { dogName, titles = {} } }: TitledNameProps) {
  return (
    <>
      {titles.prefix && <Titles>{`${titles.prefix} `}</Titles>}
      {dogName}
      {titles.suffix && <Titles>{` ${titles.suffix}`}</Titles>}
    </>
  );
}

function Titles({ children }: { children: string }) {
  return (
    <span className="font-sans text-[1.125rem] tracking-normal text-ink-soft">{children}</span>
  );
}
