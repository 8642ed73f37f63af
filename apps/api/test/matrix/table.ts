/** The callers: the columns of the table. */
export const ROLES = [
  "visitor",
  "expired",
  "basic",
  "premium",
  "other",
  "inactive",
  "admin",
] as const;

export type Role = (typeof ROLES)[number];

/** An expected status; `label` names the case, '' for the usual one. */
type Expectation = { label: string; status: number };

export type Row = { call: string; cells: Record<Role, Expectation[]> };

/**
 * The expected status of every call for every caller. "Expired" has paid before, "unpaid" never has, "other" acts on
 * another member's public ad or payment, and "inactive" has a cookie from before. Empty cells are not tested. A row
 * without a method is a procedure without a REST path.
 */
const TABLE = `
| call                                      | visitor        | expired | basic           | premium             | other    | inactive | admin                                       |
| GET /api/ads                              | 200            | 200     | 200             | 200                 | 200      | 200      | 200                                         |
| GET /api/breeds                           | 200            | 200     | 200             | 200                 | 200      | 200      | 200                                         |
| GET /api/states                           | 200            | 200     | 200             | 200                 | 200      | 200      | 200                                         |
| GET /api/ads/{id} public                  | 200            | 200     | 200             | 200                 | 200      | 200      | 200                                         |
| GET /api/ads/{id} hidden                  | 404            | own 200 | 404             | 404                 | 404      | 404      | 200                                         |
| POST /api/signup                          | 201, taken 409 | 201     | 201             | 201                 | 201      | 201      | 201                                         |
| GET /api/signup/name                      | 200, taken 200 | 200     | 200             | 200                 | 200      | 200      | 200                                         |
| POST /api/signup/password                 | 200, weak 400  | 200     | 200             | 200                 | 200      | 200      | 200                                         |
| POST /api/login                           | 200, bad 401   | 200     | 200             | 200                 | 200      | 401      | 200                                         |
| POST /api/logout                          | 200            | 200     | 200             | 200                 | 200      | 200      | 200                                         |
| GET /api/auth/me                          | 401            | 200     | 200             | 200                 | 200      | 401      | 200                                         |
| POST /api/auth/request-password-reset     | 200            | 200     | 200             | 200                 | 200      | 200      | 200                                         |
| POST /api/auth/reset-password             | 400, link 200  | link 200 | link 200       | link 200            | link 200 | link 400 | link 200                                    |
| POST /api/auth/verify-email               | 400, link 200  | link 200 | link 200       | link 200            | link 200 | link 400 | link 200                                    |
| POST /api/auth/restore-email              | 400, link 200  | link 200 | link 200       | link 200            | link 200 | link 200 | link 200                                    |
| GET /api/account/email                    | 401            | 200     | 200             | 200                 |          | 401      | 200                                         |
| POST /api/account/email/verification      | 401            | 200     | 200             | 200                 |          | 401      | 200                                         |
| POST /api/account/email/remove            | 401            | 200     | 200             | 200                 |          | 401      | 200                                         |
| GET /api/my-ads                           | 401            | 200     | 200             | 200                 | 200      | 401      | 200                                         |
| POST /api/ads                             | 401            | 403, unpaid 403 | 201, second 403 | 201                 |          | 401      | 201                                         |
| PATCH /api/ads/{id}                       | 401            | own 200 | own 200         | own 200             | else 403 | 401      | own 200, else 403                           |
| POST /api/ads/{id}/pause                  | 401, hidden 401 | own 200 | own 200        | own 200             | else 403, hidden 404 | 401 | own 200, else 403                           |
| POST /api/ads/{id}/resume                 | 401, hidden 401 | own 200 | own 200        | own 200             | else 403, hidden 404 | 401 | own 200, else 403                           |
| DELETE /api/ads/{id}                      | 401            | own 200 | own 200         | own 200             | else 403 | 401      | own 200, else 403                           |
| POST /api/upload-images                   | 401            | 200     | 200             | 200                 |          | 401      | 200                                         |
| PATCH /api/account/info                   | 401            | 200     | 200             | 200                 |          | 401      | 200                                         |
| PATCH /api/account/password               | 401            | 200     | 200             | 200                 |          | 401      | 200                                         |
| POST /api/account/close                   | 401            | 200     | 200             | 200                 |          | 401      | 403                                         |
| GET /api/account/export                   | 401            | 200     | 200             | 200                 |          | 401      | 200                                         |
| GET /api/payments/config                  | 200            | 200     | 200             | 200                 | 200      | 200      | 200                                         |
| POST /api/create-payment-intent           | 401            | 200     | 200, early 409  | early 409, soon 200 |          | 401      | 403                                         |
| POST /api/confirm-membership              | 401            | 200     | 200             | 200                 | 404      | 401      | 403                                         |
| POST /api/stripe/webhook                  | 400            | 400     | 400             | 400                 | 400      | 400      | 400                                         |
| payments.checkout                         | 401            | 200     | 200             | 200                 |          | 401      | 403                                         |
| payments.ownIntent                        | 401            | 200     | 200             | 200                 | 404      | 401      | 403                                         |
| GET /api/admin/stats                      | 401            | 403     | 403             | 403                 |          | 401      | 200                                         |
| GET /api/admin/users                      | 401            | 403     | 403             | 403                 |          | 401      | 200                                         |
| PATCH /api/admin/users/{id}/toggle-active | 401            | 403     | 403             | 403                 |          | 401      | 200, admin 403, missing 404, malformed 404  |
| admin.setActive                           | 401            | 403     | 403             | 403                 |          | 401      | 200, admin 403, missing 404, malformed 404  |
| GET /api/admin/users.csv                  | 401            | 403     | 403             | 403                 |          | 401      | 200                                         |
| GET /api/admin/ads.csv                    | 401            | 403     | 403             | 403                 |          | 401      | 200                                         |
| ads.searchSummaries                       | 200            | 200     | 200             | 200                 | 200      | 200      | 200                                         |
| ads.page                                  | 200            | 200     | 200             | 200                 | 200      | 200      | 200                                         |
| ads.related                               | 200            | 200     | 200             | 200                 | 200      | 200      | 200                                         |
| ads.ofOwner                               | 200, missing 404 | 200   | 200             | 200                 | 200      | 200      | 200                                         |
| breeds.clubTests                          | 200            | 200     | 200             | 200                 | 200      | 200      | 200                                         |
| places.find                               | 401            | 200     | 200             | 200                 |          | 401      | 200                                         |
| ads.oldFacts                              | 401            | 200     | 200             | 200                 | 200      | 401      | 200                                         |
| legal.page                                | 200            | 200     | 200             | 200                 | 200      | 200      | 200                                         |
| admin.months                              | 401            | 403     | 403             | 403                 |          | 401      | 200                                         |
| admin.eraseUser                           | 401            | 403     | 403             | 403                 |          | 401      | 200, admin 403, missing 404, malformed 404  |
| admin.hideAd                              | 401            | 403     | 403             | 403                 |          | 401      | 200, missing 404, malformed 404, sample 403 |
| admin.restoreAd                           | 401            | 403     | 403             | 403                 |          | 401      | 200, missing 404, malformed 404, sample 403 |
| admin.coupons                             | 401            | 403     | 403             | 403                 |          | 401      | 200                                         |
| admin.createCoupon                        | 401            | 403     | 403             | 403                 |          | 401      | 200, taken 409, bad 400                     |
| admin.changeCoupon                        | 401            | 403     | 403             | 403                 |          | 401      | 200, used 409, missing 404, malformed 404   |
| admin.audit                               | 401            | 403     | 403             | 403                 |          | 401      | 200                                         |
`;

export const MATRIX: Row[] = TABLE.trim()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [call = "", ...cells] = line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
    const cellOf = (role: Role) => parseCell(cells[ROLES.indexOf(role)] ?? "");
    return {
      call,
      cells: {
        visitor: cellOf("visitor"),
        expired: cellOf("expired"),
        basic: cellOf("basic"),
        premium: cellOf("premium"),
        other: cellOf("other"),
        inactive: cellOf("inactive"),
        admin: cellOf("admin"),
      },
    };
  });

function parseCell(cell: string): Expectation[] {
  return cell
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [, label = "", status = ""] = /^(?:([a-z]+) )?(\d{3})$/.exec(part) ?? [];
      if (!status) throw new Error(`Malformed cell: ${cell}`);
      return { label, status: Number(status) };
    });
}
