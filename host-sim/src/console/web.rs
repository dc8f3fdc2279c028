//! The console's page and what it talks to. Everybody may read the hall; everything else asks who is there first.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{DefaultBodyLimit, Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};
use table_core::game::Command;

use super::{Form, Hall, HallView, Logins, Post, Role, SignedIn, TableView};
use crate::paper::{
    Identity, Roster, SessionPaper, fouls_csv, fouls_pdf, sessions, sheet_csv, sheet_pdf, verified,
};
use crate::referee::verify::{self as verifier, Known, Source, Verdict};
use crate::referee::{Ledger, export, read_export};
use crate::tell::{tell, words_of};

/// Longest request: an order is a few words.
const LONGEST: usize = 16 * 1024;
/// How long a page waits for something new, and how long it is kept from asking again at once.
const PATIENCE: Duration = Duration::from_secs(15);
const PAUSE: Duration = Duration::from_millis(200);

/// Scripts, styles and connections come from here and from nowhere else; nobody frames the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
                      img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What handlers share.
pub struct App {
    /// The tables.
    pub hall: Arc<Hall>,
    /// The door.
    pub logins: Logins,
    /// Names under which this console may be addressed; another name in a request is a page that pretends to be us.
    pub hosts: Vec<String>,
    /// The players' names.
    pub roster: Roster,
}

type Shared = State<Arc<App>>;

/// A request that is turned away, and why.
struct Away(StatusCode, String);

impl Away {
    fn new(code: StatusCode, words: impl Into<String>) -> Away {
        Away(code, words.into())
    }
}

impl IntoResponse for Away {
    fn into_response(self) -> Response {
        (self.0, Json(json!({ "error": self.1 }))).into_response()
    }
}

type Answer<T> = Result<T, Away>;

/// The whole console.
pub fn router(app: App) -> Router {
    let app = Arc::new(app);
    let file = |kind: &'static str, text: &'static str| {
        get(move || async move { ([(header::CONTENT_TYPE, kind)], text) })
    };
    Router::new()
        .route("/", file("text/html; charset=utf-8", include_str!("page.html")))
        .route("/page.js", file("text/javascript; charset=utf-8", include_str!("page.js")))
        .route("/page.css", file("text/css; charset=utf-8", include_str!("page.css")))
        .route("/api/hall", get(hall))
        .route("/api/me", get(me))
        .route("/api/login", post(login))
        .route("/api/logout", post(logout))
        .route("/api/table/{number}", get(table))
        .route("/api/table/{number}/preview", post(preview))
        .route("/api/table/{number}/order", post(order))
        .route("/api/table/{number}/verify", get(verify))
        .route("/api/table/{number}/file/{name}", get(download))
        .layer(DefaultBodyLimit::max(LONGEST))
        .layer(middleware::from_fn_with_state(app.clone(), guard))
        .with_state(app)
}

/// Looks at every request before and after it is answered.
async fn guard(State(app): Shared, request: Request, next: Next) -> Response {
    let host = text(request.headers(), header::HOST);
    let known = host.is_some_and(|host| app.hosts.iter().any(|own| own == host));
    // A page from elsewhere cannot hide where it comes from.
    let origin = text(request.headers(), header::ORIGIN);
    let own = origin.is_none_or(|origin| {
        origin.strip_prefix("http://").or(origin.strip_prefix("https://")) == host
    });
    let mut response = match (known, own) {
        (true, true) => next.run(request).await,
        (false, _) => Away::new(StatusCode::MISDIRECTED_REQUEST, "not the name of this console")
            .into_response(),
        _ => Away::new(StatusCode::FORBIDDEN, "a request from another page").into_response(),
    };
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    for (name, value) in fixed {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

fn secret(headers: &HeaderMap) -> Option<&str> {
    let mut cookies = text(headers, header::COOKIE)?.split(';');
    cookies.find_map(|cookie| cookie.trim().strip_prefix("session="))
}

impl App {
    fn signed_in(&self, headers: &HeaderMap) -> Answer<SignedIn> {
        let who = secret(headers).and_then(|it| self.logins.who(self.hall.doors(), it));
        who.ok_or_else(|| Away::new(StatusCode::UNAUTHORIZED, "sign in first"))
    }

    /// Somebody who is signed in and whose own page asks: it knows the token, another site's does not.
    fn acting(&self, headers: &HeaderMap) -> Answer<SignedIn> {
        let who = self.signed_in(headers)?;
        if headers.get("x-token").and_then(|token| token.to_str().ok()) != Some(&who.token) {
            return Err(Away::new(
                StatusCode::FORBIDDEN,
                "the request does not come from the page",
            ));
        }
        Ok(who)
    }

    fn post(&self, number: u16) -> Answer<&Arc<Post>> {
        let missing = || Away::new(StatusCode::NOT_FOUND, format!("no table {number}"));
        self.hall.post(number).ok_or_else(missing)
    }
}

#[derive(Deserialize)]
struct After {
    #[serde(default)]
    after: u64,
}

/// Waits until there is something newer than the page has; its version.
async fn newer(app: &App, after: u64) -> u64 {
    let mut changes = app.hall.changes();
    if *changes.borrow() <= after {
        let _ = tokio::time::timeout(PATIENCE, changes.wait_for(|version| *version > after)).await;
        // What comes together is told together.
        tokio::time::sleep(PAUSE).await;
    }
    changes.borrow().to_owned()
}

async fn hall(State(app): Shared, Query(After { after }): Query<After>) -> Json<HallView> {
    let version = newer(&app, after).await;
    Json(HallView::new(version, app.hall.posts().iter().map(|post| &**post)))
}

async fn table(
    State(app): Shared,
    Path(number): Path<u16>,
    Query(After { after }): Query<After>,
    headers: HeaderMap,
) -> Answer<Json<TableView>> {
    app.signed_in(&headers)?;
    let post = app.post(number)?.clone();
    let version = newer(&app, after).await;
    // The session may have ended while the page waited.
    app.signed_in(&headers)?;
    Ok(Json(TableView::new(version, &post, &app.roster)))
}

async fn me(State(app): Shared, headers: HeaderMap) -> Answer<Json<SignedIn>> {
    app.signed_in(&headers).map(Json)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Login {
    role: Role,
    passphrase: String,
}

async fn login(State(app): Shared, Json(login): Json<Login>) -> Answer<Response> {
    let role = login.role;
    let done = tokio::task::spawn_blocking(move || {
        app.logins.sign_in(app.hall.doors(), login.role, &login.passphrase)
    });
    let broken = |error: tokio::task::JoinError| {
        Away::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
    };
    let secret = done
        .await
        .map_err(broken)?
        .map_err(|error| Away::new(StatusCode::UNAUTHORIZED, error.to_string()))?;
    let cookie = format!("session={secret}; HttpOnly; SameSite=Strict; Path=/; Max-Age=43200");
    Ok(([(header::SET_COOKIE, cookie)], Json(json!({ "role": role }))).into_response())
}

async fn logout(State(app): Shared, headers: HeaderMap) -> Answer<Response> {
    app.acting(&headers)?;
    if let Some(secret) = secret(&headers) {
        let left = app.logins.sign_out(app.hall.doors(), secret);
        left.map_err(|error| Away::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()))?;
    }
    let gone = "session=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0";
    Ok(([(header::SET_COOKIE, gone)], Json(json!({}))).into_response())
}

/// The order of a form, if this role may give it.
fn command(who: &SignedIn, form: &Form) -> Answer<Command> {
    let wrong =
        |error: super::FormError| Away::new(StatusCode::UNPROCESSABLE_ENTITY, error.to_string());
    let command = form.command().map_err(wrong)?;
    if !who.role.may(&command) {
        let words = format!("a {} may not order that: ask the head referee", who.role);
        return Err(Away::new(StatusCode::FORBIDDEN, words));
    }
    Ok(command)
}

async fn preview(
    State(app): Shared,
    Path(number): Path<u16>,
    headers: HeaderMap,
    Json(form): Json<Form>,
) -> Answer<Json<Value>> {
    let command = command(&app.acting(&headers)?, &form)?;
    let change = app.post(number)?.preview(&command);
    Ok(Json(match change {
        Ok(change) => json!({
            "records": change.records,
            "first": change.first.as_ref().map(tell),
            "points": change.points.map(|points| points.0),
            "moves_points": change.points.iter().any(|it| it.0 != 0),
        }),
        Err(refused) => json!({ "refused": words_of(&format!("{refused:?}")) }),
    }))
}

async fn order(
    State(app): Shared,
    Path(number): Path<u16>,
    headers: HeaderMap,
    Json(form): Json<Form>,
) -> Answer<Json<Value>> {
    let command = command(&app.acting(&headers)?, &form)?;
    let post = app.post(number)?;
    if !post.held().link.0 {
        let words = "the line to the table is lost: the order was not given";
        return Err(Away::new(StatusCode::SERVICE_UNAVAILABLE, words));
    }
    // How a win is to be read only the table can say: it sees the tiles.
    if !matches!(command, Command::Hu { .. })
        && let Err(refused) = post.preview(&command)
    {
        let words = format!("the table would refuse: {}", words_of(&format!("{refused:?}")));
        return Err(Away::new(StatusCode::CONFLICT, words));
    }
    post.order(command);
    Ok(Json(json!({ "given": true })))
}

/// Checks everything on disk anew: numbers, chain, signatures, scores, payments and sheets.
async fn verify(
    State(app): Shared,
    Path(number): Path<u16>,
    headers: HeaderMap,
) -> Answer<Json<Value>> {
    app.signed_in(&headers)?;
    let post = app.post(number)?;
    let (file, table) = (app.hall.ledger().to_owned(), post.place.table);
    let checked = tokio::task::spawn_blocking(move || -> anyhow::Result<Verdict> {
        let source = Source::from(read_export(&export(&Ledger::open(&file, table)?))?);
        Ok(verifier::verify(&source, &Known { table: Some(table), head: None }))
    });
    let failed = |reason: String| json!({ "verdict": "bad", "reason": reason });
    Ok(Json(match checked.await {
        Ok(Ok(Verdict { word, records, reason, scores, .. })) => json!({
            "verdict": word.to_string(), "records": records, "scores": scores, "reason": reason,
        }),
        Ok(Err(error)) => failed(error.to_string()),
        Err(error) => failed(error.to_string()),
    }))
}

async fn download(
    State(app): Shared,
    Path((number, name)): Path<(u16, String)>,
    headers: HeaderMap,
) -> Answer<Response> {
    app.signed_in(&headers)?;
    let post = app.post(number)?;
    let export = post.export();
    let paper = || -> Answer<SessionPaper> {
        let known = [Identity::Key(post.place.table)];
        let checked = verified(&export, &known)
            .map_err(|error| Away::new(StatusCode::CONFLICT, error.to_string()))?;
        let none = || Away::new(StatusCode::NOT_FOUND, "no session on record");
        sessions(&checked, &app.roster).pop().ok_or_else(none)
    };
    let (kind, bytes) = match name.as_str() {
        "table.records" => ("application/octet-stream", export),
        "sheet.pdf" => ("application/pdf", sheet_pdf(&paper()?, "")),
        "sheet.csv" => ("text/csv; charset=utf-8", sheet_csv(&paper()?).into_bytes()),
        "fouls.pdf" => ("application/pdf", fouls_pdf(&paper()?, "")),
        "fouls.csv" => ("text/csv; charset=utf-8", fouls_csv(&paper()?).into_bytes()),
        "session.json" => {
            let json = serde_json::to_vec_pretty(&paper()?);
            let broken = |error: serde_json::Error| {
                Away::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
            };
            ("application/json", json.map_err(broken)?)
        }
        _ => return Err(Away::new(StatusCode::NOT_FOUND, "no such file")),
    };
    let named = format!("attachment; filename=\"table-{number}-{name}\"");
    let headers = [(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, named)];
    Ok((headers, bytes).into_response())
}
