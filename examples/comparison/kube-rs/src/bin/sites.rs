// SPDX-License-Identifier: Apache-2.0

//! Serves each Site by a Deployment and a ConfigMap, as the operator of docs/first-operator.md.

// section: wiring
use std::sync::Arc;
use std::time::Duration;

use comparison::{apply, condition_changed, run_operator, Metrics, Operator};
use futures::{future::BoxFuture, FutureExt, StreamExt};
use k8s_openapi::api::apps::v1::Deployment;
use k8s_openapi::api::core::v1::ConfigMap;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::Condition;
use kube::api::{Api, Patch, PatchParams};
use kube::runtime::controller::{Action, Controller};
use kube::runtime::{predicates, reflector, watcher, WatchStreamExt};
use kube::{Client, CustomResource, Resource, ResourceExt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

// section: types
#[derive(CustomResource, Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[kube(group = "web.example.com", version = "v1", kind = "Site", namespaced, status = "SiteStatus")]
struct SiteSpec {
    #[schemars(length(min = 1))]
    html: String,
    #[serde(default = "one")]
    #[schemars(range(min = 0))]
    replicas: i32,
}

fn one() -> i32 {
    1
}

#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
struct SiteStatus {
    #[serde(default)]
    conditions: Vec<Condition>,
}

// section: wiring
const NAME: &str = "site-operator";

struct Context {
    client: Client,
    metrics: Metrics,
}

async fn reconcile(site: Arc<Site>, context: Arc<Context>) -> kube::Result<Action> {
    let _measured = context.metrics.start(NAME);
    let namespace = site.namespace().unwrap_or_default();
    let client = &context.client;
    // section: logic
    let name = site.name_any();
    let owners = [site.controller_owner_ref(&())];
    let labels = json!({ "web.example.com/site": name });
    let config = json!({
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": { "name": name, "ownerReferences": owners },
        "data": { "index.html": site.spec.html },
    });
    apply(&Api::<ConfigMap>::namespaced(client.clone(), &namespace), &name, &config, NAME).await?;
    let deployment = json!({
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": { "name": name, "ownerReferences": owners },
        "spec": {
            "replicas": site.spec.replicas,
            "selector": { "matchLabels": labels },
            "template": {
                "metadata": { "labels": labels },
                "spec": {
                    "containers": [{
                        "name": "nginx",
                        "image": "nginx:1.29",
                        "volumeMounts": [{ "name": "page", "mountPath": "/usr/share/nginx/html" }],
                    }],
                    "volumes": [{ "name": "page", "configMap": { "name": name } }],
                },
            },
        },
    });
    let deployments = Api::<Deployment>::namespaced(client.clone(), &namespace);
    let deployment = apply(&deployments, &name, &deployment, NAME).await?;
    let ready = deployment.status.and_then(|status| status.ready_replicas).unwrap_or(0);
    let is_ready = ready == site.spec.replicas;
    let reason = if is_ready { "Serving" } else { "Starting" };
    let message = format!("{ready} servers are ready");
    let current = site.status.as_ref().map(|status| status.conditions.as_slice());
    let generation = site.meta().generation;
    let changed = condition_changed(current.unwrap_or_default(), is_ready, reason, message, generation);
    if let Some(condition) = changed {
        let status = json!({
            "metadata": { "resourceVersion": site.resource_version() },
            "status": { "conditions": [condition] },
        });
        let sites: Api<Site> = Api::namespaced(client.clone(), &namespace);
        sites.patch_status(&name, &PatchParams::default(), &Patch::Merge(status)).await?;
    }
    Ok(Action::await_change())
}

// section: wiring
fn error_policy(_site: Arc<Site>, error: &kube::Error, context: Arc<Context>) -> Action {
    tracing::warn!(%error, "the reconcile failed");
    context.metrics.failed(NAME);
    Action::requeue(Duration::from_secs(5))
}

fn controller(operator: Operator) -> BoxFuture<'static, ()> {
    let Operator { client, metrics, ready, stop } = operator;
    let sites: Api<Site> = Api::all(client.clone());
    let (reader, writer) = reflector::store();
    let changes = reflector(writer, watcher(sites, watcher::Config::default()))
        .default_backoff()
        .applied_objects()
        .predicate_filter(predicates::generation, Default::default());
    let store = reader.clone();
    ready(Box::pin(async move { store.wait_until_ready().await.is_ok() }));
    let context = Arc::new(Context { client: client.clone(), metrics });
    Controller::for_stream(changes, reader)
        .owns(Api::<ConfigMap>::all(client.clone()), watcher::Config::default())
        .owns(Api::<Deployment>::all(client), watcher::Config::default())
        .with_config(kube::runtime::controller::Config::default().concurrency(4))
        .graceful_shutdown_on(stop)
        .run(reconcile, error_policy, context)
        .for_each(|_| futures::future::ready(()))
        .boxed()
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    run_operator(NAME, controller).await
}
