import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { read } from '../api/request.ts'
import { texts } from '../texts/texts.ts'
import { Button } from './button.tsx'
import { enteredValues, FormFields } from './create-form.tsx'
import { ForeignText } from './foreign-text.tsx'
import { Modal } from './modal.tsx'
import type { Item, ItemAction } from './resource-definition.ts'
import { ProblemNote, Skeleton } from './states.tsx'

/** Asks before an action is done: a question, a form, or a text that the person agrees to. */
export function ActionModal({
  action: { label, ask, fields = [], looksAt },
  item,
  onAct,
  onClose,
}: {
  readonly action: ItemAction
  readonly item: Item
  readonly onAct: (given: Item) => void
  readonly onClose: () => void
}): ReactNode {
  const path = looksAt?.(item)
  const [error, setError] = useState<unknown>()
  const seen = useQuery({
    // It is read again each time: an older answer may differ from the text that would be agreed to.
    queryKey: [path ?? 'nothing', 'before an action'],
    queryFn: ({ signal }) => read<Item>(path ?? '', signal),
    enabled: path !== undefined,
    retry: false,
    gcTime: 0,
  })
  const isReady = path === undefined || seen.data !== undefined
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isReady) return
    try {
      onAct({ ...seen.data, ...enteredValues(new FormData(event.currentTarget), fields) })
    } catch (problem) {
      setError(problem)
    }
  }
  const problem = error ?? seen.error ?? undefined
  return (
    <Modal title={label} onClose={onClose} wide={path !== undefined}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        {ask === undefined ? null : (
          <p>
            <ForeignText text={ask(item)} />
          </p>
        )}
        {isReady || seen.error !== null ? null : <Skeleton rows={2} />}
        {seen.data === undefined ? null : (
          <section aria-label={texts.resources.label.offered} className="rounded-sm border border-line bg-sunken p-2">
            <ForeignText text={String(seen.data.text ?? '')} mono />
          </section>
        )}
        <FormFields fields={fields} />
        {problem === undefined ? null : <ProblemNote error={problem} />}
        <Button type="submit" look={ask === undefined ? 'outlined' : 'deny'} inert={!isReady} className="self-start">
          {label}
        </Button>
      </form>
    </Modal>
  )
}
