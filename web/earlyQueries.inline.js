// Sends the queries that the document names, before the page's scripts have arrived (apollo/earlyAnswers.ts takes the
// answers). The build writes it into the document. A browser without something used here sends none.
(function () {
  try {
    var early = JSON.parse(document.getElementById('early').textContent);
    var token = localStorage.getItem('accessToken');
    var claims = JSON.parse(atob(token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/')));
    // A document that the service worker has kept may stand at another path; an expired token is renewed first.
    if (location.pathname !== early.path || !(claims.exp * 1000 > Date.now() + 60000)) return;
    globalThis.earlyAnswers = early.calls.map(function (call) {
      var sentAt = performance.now();
      var answer = fetch('/graphql', {
        method: 'POST',
        headers: {
          accept: 'application/graphql-response+json,application/json;q=0.9',
          'content-type': 'application/json',
          authorization: 'Bearer ' + token,
        },
        body: JSON.stringify(call),
        signal: AbortSignal.timeout(10000),
      })
        .then(function (response) {
          return response.json();
        })
        .then(function (result) {
          return { result: result, receivedAt: performance.now() };
        })
        .catch(function () {
          return null;
        });
      return { call: call, token: token, sentAt: sentAt, answer: answer };
    });
  } catch {
    // Signed out, or a page without early queries.
  }
})();
