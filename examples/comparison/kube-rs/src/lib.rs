// SPDX-License-Identifier: Apache-2.0

//! What an operator needs beside kube-rs: the election of a leader, metrics, probes and a graceful end.

// section: wiring
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;
use axum::Router;
use futures::future::{BoxFuture, Shared};
use futures::FutureExt;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::{Condition, Time};
use k8s_openapi::jiff::Timestamp;
use kube::api::{Api, Patch, PatchParams};
use kube::Client;
use kube_leader_election::{LeaseLock, LeaseLockParams, LeaseLockResult};
use prometheus::{Encoder, HistogramVec, IntCounterVec, Registry, TextEncoder};
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::sync::watch;

const LEASE_TTL: Duration = Duration::from_secs(15);
const RENEWAL: Duration = Duration::from_secs(5);

#[derive(Clone)]
pub struct Metrics {
    registry: Registry,
    durations: HistogramVec,
    errors: IntCounterVec,
}

impl Metrics {
    fn new() -> anyhow::Result<Self> {
        let registry = Registry::new();
        let durations = HistogramVec::new(
            prometheus::histogram_opts!("reconcile_duration_seconds", "The duration of reconciles."),
            &["controller"],
        )?;
        let errors = IntCounterVec::new(
            prometheus::opts!("reconcile_errors_total", "The number of failed reconciles."),
            &["controller"],
        )?;
        registry.register(Box::new(durations.clone()))?;
        registry.register(Box::new(errors.clone()))?;
        Ok(Self { registry, durations, errors })
    }

    /// Measures a reconcile until the result is dropped.
    pub fn start(&self, controller: &str) -> Measurement {
        let histogram = self.durations.with_label_values(&[controller]);
        Measurement { histogram, started: Instant::now() }
    }

    pub fn failed(&self, controller: &str) {
        self.errors.with_label_values(&[controller]).inc();
    }

    fn page(&self) -> Result<String, StatusCode> {
        let mut text = Vec::new();
        TextEncoder::new()
            .encode(&self.registry.gather(), &mut text)
            .map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)?;
        String::from_utf8(text).map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)
    }
}

pub struct Measurement {
    histogram: prometheus::Histogram,
    started: Instant,
}

impl Drop for Measurement {
    fn drop(&mut self) {
        self.histogram.observe(self.started.elapsed().as_secs_f64());
    }
}

type Stop = Shared<BoxFuture<'static, ()>>;
type Ready = Arc<Mutex<Vec<Arc<AtomicBool>>>>;

/// What a controller is built from.
pub struct Operator {
    pub client: Client,
    pub metrics: Metrics,
    /// Adds a condition of the readiness.
    pub ready: Box<dyn Fn(BoxFuture<'static, bool>) + Send + Sync>,
    pub stop: Stop,
}

async fn serve(metrics: Metrics, ready: Ready) -> anyhow::Result<()> {
    let app = Router::new()
        .route("/healthz", get(|| async { "ok" }))
        .route("/readyz", get(readyz))
        .route("/metrics", get(move || async move { metrics.page() }))
        .with_state(ready);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:8080").await?;
    Ok(axum::serve(listener, app).await?)
}

async fn readyz(State(ready): State<Ready>) -> StatusCode {
    let conditions = ready.lock().expect("not poisoned");
    if conditions.iter().all(|each| each.load(Ordering::Relaxed)) {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    }
}

/// Leads until the stop or the loss of the Lease.
async fn elect(lock: &LeaseLock, leads: &watch::Sender<bool>, stop: Stop) -> anyhow::Result<()> {
    let mut renewed = Instant::now();
    loop {
        match lock.try_acquire_or_renew().await {
            Ok(LeaseLockResult::Acquired(_)) => {
                renewed = Instant::now();
                leads.send_replace(true);
            }
            Ok(LeaseLockResult::NotAcquired(_)) if *leads.borrow() => anyhow::bail!("the lease was lost"),
            Ok(LeaseLockResult::NotAcquired(_)) => {}
            Err(error) => tracing::warn!(%error, "cannot renew the lease"),
        }
        if *leads.borrow() && renewed.elapsed() + RENEWAL >= LEASE_TTL {
            anyhow::bail!("the lease could not be renewed");
        }
        tokio::select! {
            () = tokio::time::sleep(RENEWAL) => {}
            () = stop.clone() => return Ok(()),
        }
    }
}

async fn stop_signal() {
    let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())
        .expect("signals can be handled");
    tokio::select! {
        _ = terminate.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
}

/// Runs a controller as this process.
pub async fn run_operator(
    name: &str,
    controller: impl FnOnce(Operator) -> BoxFuture<'static, ()>,
) -> anyhow::Result<()> {
    tracing_subscriber::fmt().json().init();
    let client = Client::try_default().await?;
    let metrics = Metrics::new()?;
    let stop = stop_signal().boxed().shared();
    let ready = Ready::default();
    let server = tokio::spawn(serve(metrics.clone(), ready.clone()));
    let add_ready = Box::new(move |condition: BoxFuture<'static, bool>| {
        let flag = Arc::new(AtomicBool::new(false));
        ready.lock().expect("not poisoned").push(flag.clone());
        tokio::spawn(async move { flag.store(condition.await, Ordering::Relaxed) });
    });
    let lock = LeaseLock::new(
        client.clone(),
        client.default_namespace(),
        LeaseLockParams {
            holder_id: std::env::var("POD_NAME").context("POD_NAME is not set")?,
            lease_name: name.into(),
            lease_ttl: LEASE_TTL,
        },
    );
    let (leads, mut leadership) = watch::channel(false);
    let operator = Operator { client, metrics, ready: add_ready, stop: stop.clone() };
    let work = async {
        tokio::select! {
            _ = leadership.wait_for(|leads| *leads) => {}
            () = stop.clone() => return,
        }
        controller(operator).await;
    };
    tokio::select! {
        result = async { tokio::join!(elect(&lock, &leads, stop.clone()), work).0 } => result?,
        result = server => result??,
    }
    Ok(lock.step_down().await?)
}

/// Applies a child, if the server does not reject it.
pub async fn apply<K>(api: &Api<K>, name: &str, child: &Value, manager: &str) -> kube::Result<K>
where
    K: Clone + std::fmt::Debug + DeserializeOwned,
{
    api.patch(name, &PatchParams::apply(manager).force(), &Patch::Apply(child)).await
}

/// Returns the condition Ready, or nothing if it is equal to the current one.
pub fn condition_changed(
    current: &[Condition],
    ready: bool,
    reason: &str,
    message: String,
    generation: Option<i64>,
) -> Option<Condition> {
    let status = if ready { "True" } else { "False" };
    let known = current.iter().find(|condition| condition.type_ == "Ready");
    let same = known.filter(|condition| condition.status == status);
    let condition = Condition {
        type_: "Ready".into(),
        status: status.into(),
        reason: reason.into(),
        message,
        observed_generation: generation,
        last_transition_time: same
            .map_or_else(|| Time(Timestamp::now()), |condition| condition.last_transition_time.clone()),
    };
    (known != Some(&condition)).then_some(condition)
}
