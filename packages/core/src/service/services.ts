/**
 * The services that rooms offer each other, by name. A package adds its own by declaration merging, so that a name has one type
 * wherever it is asked for:
 *
 * @example
 * declare module '@drawbridge/core' {
 *   interface Services {
 *     readonly embedder: Embedder
 *   }
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by the packages that offer services.
export interface Services {}

/** The name of a service. */
export type ServiceName = keyof Services & string
