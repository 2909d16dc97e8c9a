import type { IdSource } from '../clock/id-source.ts'
import type { Cursor } from './cursor.ts'
import { isOf } from './history.ts'

/** The identifiers that were made for a call then. */
export function createRecordedIds(toolCallId: string, cursor: Cursor): IdSource {
  let made = 0
  return {
    next: (prefix) => {
      const requested = cursor.find('permission.requested')
      const granted = cursor.find('permission.granted')
      if (prefix === 'call') return toolCallId
      if (prefix === 'approval' && requested !== undefined && isOf(requested, 'permission.requested'))
        return requested.event.request.id
      if (prefix === 'grant' && granted !== undefined && isOf(granted, 'permission.granted'))
        return granted.event.grant.id
      made += 1
      return `${prefix}_replayed_${made}`
    },
  }
}
