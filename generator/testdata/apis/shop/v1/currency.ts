/** Currency is a currency that the shop takes. */
export enum Currency {
  Euro = 'EUR',
  Dollar = 'USD',
}
