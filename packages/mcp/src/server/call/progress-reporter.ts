import type { ToolProgress } from '@drawbridge/core/registry'
import type { ProgressNotificationParams } from '@modelcontextprotocol/server'

type Progress = Omit<ProgressNotificationParams, 'progressToken' | '_meta'>

/**
 * Numbers the signs of life of one request. MCP wants the value to grow with each notification: it counts the signs while the
 * tool cannot tell how far it is, and is the percentage from when it can.
 */
export function createProgressReporter(send: (progress: Progress) => void): (progress: ToolProgress) => void {
  let last = 0
  let percent = false
  return ({ message, fraction }) => {
    percent ||= fraction !== undefined
    const reached = fraction === undefined ? last : Math.min(fraction, 1) * 100
    // Without progress, a tiny increase shows that the tool is alive.
    last = Math.max(reached, last + (percent ? 0.01 : 1))
    send({ progress: last, message, ...(percent && last <= 100 ? { total: 100 } : {}) })
  }
}
