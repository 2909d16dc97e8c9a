/** One search service that the operator set up. Keys are secrets: the composition root registers them for scrubbing. */
export type SearchProviderSettings =
  | {
      readonly type: 'searxng'
      /**
       * The URL of the instance; its JSON format must be enabled. An internal host must be allowed in `network.internal`.
       */
      readonly url: string
    }
  | { readonly type: 'duckduckgo'; readonly url?: string }
  | {
      readonly type: 'brave' | 'tavily' | 'exa'
      readonly key: string
      /** In place of the service's own endpoint. */
      readonly url?: string
    }

/** Returns the secrets in the settings, for the scrubber. */
export function searchSecrets(settings: readonly SearchProviderSettings[]): readonly string[] {
  return settings.flatMap((provider) => ('key' in provider ? [provider.key] : []))
}
