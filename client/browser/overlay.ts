// The name of the event by which the application hands an error to the development overlay.

export const overlayEvent = 'site:overlay'
