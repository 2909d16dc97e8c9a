import type { ScrubRule } from '../scrub-rule.ts'
import { aiRules } from './ai.ts'
import { anyVendorRules } from './any-vendor.ts'
import { buildAndDeliveryRules } from './build-and-delivery.ts'
import { cloudRules } from './clouds.ts'
import { dataAndMonitoringRules } from './data-and-monitoring.ts'
import { hostingRules } from './hosting.ts'
import { identityRules } from './identity.ts'
import { messagingRules } from './messaging.ts'
import { paymentRules } from './payments.ts'
import { registryRules } from './registries.ts'
import { socialAndMediaRules } from './social-and-media.ts'
import { sourceHostingRules } from './source-hosting.ts'

/** The rules that are always on: vendors first, so that a secret is reported by its most telling name. */
export const scrubRules: readonly ScrubRule[] = [
  ...aiRules,
  ...cloudRules,
  ...sourceHostingRules,
  ...buildAndDeliveryRules,
  ...hostingRules,
  ...messagingRules,
  ...paymentRules,
  ...dataAndMonitoringRules,
  ...registryRules,
  ...identityRules,
  ...socialAndMediaRules,
  ...anyVendorRules,
]
