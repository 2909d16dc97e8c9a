import { type ReactNode, useState } from 'react'
import { useCan } from '../../api/me.ts'
import { write } from '../../api/request.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { JsonTree } from '../../parts/json-tree.tsx'
import { ProblemNote } from '../../parts/states.tsx'
import { useKeys } from '../../parts/use-keys.ts'
import { texts } from '../../texts/texts.ts'
import { type FormEntry, fieldsOf, valueFrom } from './schema-form.ts'

/** Calls a tool by hand. Explaining comes first: it says what would happen and runs nothing. A run passes the whole pipeline. */
export function TryTool({ name, schema }: { readonly name: string; readonly schema: unknown }): ReactNode {
  const fields = fieldsOf(schema)
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [outcome, setOutcome] = useState<{
    readonly title?: string
    readonly answer?: unknown
    readonly error?: unknown
  }>({})
  const may = useCan('invokeTool')
  const call = async (action: 'explain' | 'invoke') => {
    setOutcome({})
    try {
      const body = { arguments: argumentsOf(fields, values) }
      const answer = await write<unknown>('POST', `/tools/${encodeURIComponent(name)}/${action}`, body)
      setOutcome({ title: texts.tools[action], answer })
    } catch (error) {
      setOutcome({ error })
    }
  }
  useKeys({ 'mod+enter': () => void call('invoke') })
  if (!may) return null
  return (
    <section className="mt-4 border-t border-line pt-3">
      <h3 className="mb-2 font-semibold">{texts.tools.tryIt}</h3>
      <div className="flex max-w-xl flex-col gap-2">
        {fields.map(({ name: field, isRequired, description, type }) => (
          <Field
            key={field}
            label={`${field} (${type}${isRequired ? '' : `, ${texts.tools.optional}`})`}
            {...(description === undefined ? {} : { hint: description })}
            mono
            value={values[field] ?? ''}
            onChange={(event) => setValues({ ...values, [field]: event.target.value })}
          />
        ))}
        <div className="flex gap-3">
          <Button onClick={() => void call('explain')}>{texts.tools.explain}</Button>
          <Button keyName="Ctrl Enter" onClick={() => void call('invoke')}>
            {texts.tools.invoke}
          </Button>
        </div>
      </div>
      {outcome.error === undefined ? null : <ProblemNote error={outcome.error} />}
      {outcome.answer === undefined ? null : (
        <div role="status" className="mt-3 rounded-md border border-line bg-sunken p-3">
          <p className="font-semibold">{outcome.title}</p>
          <JsonTree value={outcome.answer} />
        </div>
      )}
    </section>
  )
}

function argumentsOf(fields: readonly FormEntry[], values: Readonly<Record<string, string>>): Record<string, unknown> {
  const entries = fields.flatMap((field) => {
    const text = values[field.name] ?? ''
    return text === '' ? [] : [[field.name, valueFrom(text, field.type)] as const]
  })
  return Object.fromEntries(entries)
}
