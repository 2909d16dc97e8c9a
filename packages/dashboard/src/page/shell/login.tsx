import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { send } from '../api/request.ts'
import { keepSessionHalf } from '../api/session-half.ts'
import { texts } from '../texts/texts.ts'
import { type Proof, ProofForm, useProof } from './proof-form.tsx'

/** The login: by the code of the terminal, which may come in the address, by a token, or by name and password. */
export function Login({ onDone }: { readonly onDone: () => void }): ReactNode {
  const started = useRef(false)
  const signIn = useCallback(
    async (proof: Proof) => {
      const { body } = await send<{ half?: string; session?: string }>('POST', '/auth/login', { body: proof })
      keepSessionHalf(body.half ?? body.session)
      onDone()
    },
    [onDone],
  )
  const proof = useProof(signIn)
  const { give } = proof
  useEffect(() => {
    const [, code] = /^#code=([\w-]+)$/.exec(location.hash) ?? []
    if (code === undefined || started.current) return
    started.current = true
    // The code leaves the address bar and the history before it is used.
    history.replaceState(null, '', location.pathname)
    void give({ code })
  }, [give])
  return (
    <main className="mx-auto flex min-h-screen max-w-sm flex-col justify-center gap-4 p-4">
      <h1 className="text-lg font-semibold">Drawbridge</h1>
      <ProofForm proof={proof} className="rounded-md border border-line bg-surface p-4" />
      <p className="text-muted">{texts.login.where}</p>
    </main>
  )
}
