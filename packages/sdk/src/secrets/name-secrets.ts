import type { ConfigSources } from '../config/load-configuration.ts'
import type { SecretReader } from '../config/secrets-for.ts'
import { openSecretStore } from './secret-store.ts'

type Sources = Pick<ConfigSources, 'home' | 'config' | 'environment'>

/** Reads which secrets there are, each as its own reference: for who shows a configuration or checks it, and needs no value. */
export function secretNames({ home, environment }: Sources): SecretReader {
  return async () => {
    await using store = await openSecretStore({ home, environment })
    const entries = (await store?.secrets.list()) ?? []
    return new Map(entries.map(({ name }) => [name, `\${secret:${name}}`]))
  }
}
