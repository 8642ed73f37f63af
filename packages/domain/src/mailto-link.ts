/** Returns a mailto link, escaped so that the address cannot add headers, a body or recipients (RFC 6068). */
export function mailtoLink(address: string): string {
  const at = address.lastIndexOf("@");
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)].map(encodeURIComponent);
  return `mailto:${local}@${domain}`;
}
