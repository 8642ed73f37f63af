import { Link } from "@tanstack/react-router";

/** Says that nothing about a listing is verified, and with a record, once, who states it. */
export function Disclaimer({ isRecord = false }: { isRecord?: boolean }) {
  return (
    <p className="text-md text-ink-soft">
      {isRecord && <b className="font-semibold text-ink">Stated by the owner. </b>}
      Studbook is a listing platform only and does not verify listings.{" "}
      <Link to="/contact" hash="disclaimer">
        Read the disclaimer
      </Link>
    </p>
  );
}
