import type { SandboxBackend } from '../backend/sandbox-backend.ts'

type Kind = SandboxBackend['kind']

/** Returns the mounts inside. Pure. */
export function insidePlaces(
  kind: Kind,
  { workspace, userHome }: { readonly workspace: string; readonly userHome?: string | undefined },
): { readonly workspace: string; readonly home: string | undefined } {
  return {
    // Everything keeps its own path.
    bubblewrap: { workspace, home: userHome },
    // The only folder of an image that is surely there and writable.
    docker: { workspace: '/workspace', home: '/tmp' },
  }[kind]
}
