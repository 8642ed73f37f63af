/**
 * Confirms the payment of a client secret at the stand-in for Stripe.
 *
 * @returns the payment's id
 * @throws Error when the card is refused
 */
export async function payByCard(
  sandboxUrl: string,
  clientSecret: string,
  card = "pm_card_visa",
): Promise<string> {
  const id = clientSecret.replace(/_secret_.*$/, "");
  const response = await fetch(`${sandboxUrl}/v1/payment_intents/${id}/confirm`, {
    method: "POST",
    headers: { authorization: "Bearer pk_test_sandbox" },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: card }),
  });
  if (!response.ok) throw new Error(`The payment was refused: ${await response.text()}`);
  return id;
}
