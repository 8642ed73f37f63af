/** A link that writes to exactly this address: no part of it adds a header, a text or another recipient (RFC 6068). */
export function mailtoLink(address: string): string {
  const at = address.lastIndexOf("@");
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)].map(encodeURIComponent);
  return `mailto:${local}@${domain}`;
}
