import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { provideProof } from '../api/proof.ts'
import { send } from '../api/request.ts'
import { Modal } from '../parts/modal.tsx'
import { texts } from '../texts/texts.ts'
import { type Proof, ProofForm, useProof } from './proof-form.tsx'

/** Asks the person to sign in again, over the page, when a request needs it. What was typed below stays, and is sent again. */
export function ProveAgain(): ReactNode {
  const [answer, setAnswer] = useState<(isProven: boolean) => void>()
  useEffect(
    () =>
      provideProof(
        () =>
          new Promise((resolve) => {
            setAnswer(() => (isProven: boolean) => {
              setAnswer(undefined)
              resolve(isProven)
            })
          }),
      ),
    [],
  )
  return answer === undefined ? null : <ProofDialog onAnswer={answer} />
}

function ProofDialog({ onAnswer }: { readonly onAnswer: (isProven: boolean) => void }): ReactNode {
  const renew = useCallback(
    async (body: Proof) => {
      await send('POST', '/auth/renew', { body })
      onAnswer(true)
    },
    [onAnswer],
  )
  const proof = useProof(renew)
  return (
    <Modal title={texts.login.again} onClose={() => onAnswer(false)}>
      <p className="mb-3">{texts.login.whyAgain}</p>
      <ProofForm proof={proof} />
    </Modal>
  )
}
