// The event with which the application sends an error to the development overlay.

export const overlayEvent = 'site:overlay'
