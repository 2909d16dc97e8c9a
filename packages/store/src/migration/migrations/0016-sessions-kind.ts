import type { Migration } from '../migration.ts'

/** The purpose of each session, so that lists can be narrowed to it. Earlier sessions get theirs from the beginning of their first run. */
export const migration: Migration = ({ text }) => [
  `alter table sessions add column kind ${text}`,
  `update sessions set kind = (
    select case
      when ${[begunBy('spawn'), begunBy('fork'), begunBy('worker')].join(' or ')} then 'child'
      when ${begunBy('delegation')} then 'delegation'
      when ${begunBy('team')} then 'team'
      when ${begunBy('cron')} then 'cron'
      when ${begunBy('heartbeat')} then 'heartbeat'
      when events.content like '%"peerKind":"group"%' then 'group'
      else 'direct'
    end
    from events where events.session_id = sessions.id and events.type = 'run.started' order by events.position limit 1
  )`,
]

/** A quote inside of a text has a back-slash before it, so that no text passes for the field. */
function begunBy(via: string): string {
  return `events.content like '%"via":"${via}"%'`
}
