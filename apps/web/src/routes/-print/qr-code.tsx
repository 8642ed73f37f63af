import encodeQR from "qr";

/** Light modules around the code, which scanners need (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** The QR code of an address, as one path of black squares on white. */
export function QrCode({ address }: { address: string }) {
  const rows = encodeQR(address, "raw", { border: QUIET_ZONE });
  const squares = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return (
    <svg
      role="img"
      aria-label={`QR code of ${address}`}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="size-[1.2in] flex-none bg-[#fff]"
    >
      <path d={squares.join("")} fill="#000" />
    </svg>
  );
}
