// Names by which the things of one page, and of different pages, are known to each other.

export const organizationId = (siteUrl: string) => `${siteUrl}/#organization`
export const webSiteId = (siteUrl: string) => `${siteUrl}/#website`
