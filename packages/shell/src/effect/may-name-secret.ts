import { matchesGlob } from '../word/matches-glob.ts'

/** One file of each kind that holds credentials by its name. */
const samples =
  '.env .env.local .envrc .npmrc .netrc .pypirc .pgpass .git-credentials .htpasswd credentials.json id_rsa id_ed25519 server.pem server.key server.p12 server.pfx store.jks store.kdbx'.split(
    ' ',
  )

/** Whether a glob over base names may find a file that holds credentials. */
export function mayNameSecret(glob: string): boolean {
  return samples.some((name) => matchesGlob(glob.toLowerCase(), name))
}
