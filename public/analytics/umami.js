// Reports the document and each in-app navigation to Umami: https://umami.is/docs/api/sending-stats
{
  const { collector, websiteId } = document.currentScript.dataset
  const headers = { 'content-type': 'application/json' }
  const options = { method: 'POST', headers, credentials: 'omit', keepalive: true }
  const report = ({ address, title, referrer }) => {
    const visitor = { language: navigator.language, screen: `${screen.width}x${screen.height}` }
    const page = { website: websiteId, hostname: location.hostname, url: address, title, referrer }
    const body = JSON.stringify({ type: 'event', payload: { ...page, ...visitor } })
    fetch(collector, { ...options, body }).catch(() => {})
  }
  report({ address: location.href, title: document.title, referrer: document.referrer })
  document.addEventListener('site:pageview', ({ detail }) => report(detail))
}
