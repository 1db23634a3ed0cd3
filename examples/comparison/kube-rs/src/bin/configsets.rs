// SPDX-License-Identifier: Apache-2.0

//! Creates a ConfigMap for each entry of a ConfigSet.

// section: wiring
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use comparison::{apply, condition_changed, run_operator, Metrics, Operator};
use futures::{future::BoxFuture, FutureExt, StreamExt};
use k8s_openapi::api::core::v1::ConfigMap;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::Condition;
use kube::api::{Api, DeleteParams, ListParams, Patch, PatchParams, Preconditions};
use kube::runtime::controller::{Action, Controller};
use kube::runtime::finalizer::{finalizer, Event};
use kube::runtime::{predicates, reflector, watcher, WatchStreamExt};
use kube::{Client, CustomResource, Resource, ResourceExt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

// section: types
#[derive(CustomResource, Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[kube(
    group = "comparison.example.com",
    version = "v1",
    kind = "ConfigSet",
    namespaced,
    status = "ConfigSetStatus"
)]
struct ConfigSetSpec {
    configs: BTreeMap<String, String>,
}

#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
struct ConfigSetStatus {
    #[serde(default)]
    conditions: Vec<Condition>,
}

// section: wiring
const NAME: &str = "config-sets";

// section: logic
const FINALIZER: &str = "comparison.example.com/directory";

// section: wiring
struct Context {
    client: Client,
    metrics: Metrics,
}

#[derive(Debug, thiserror::Error)]
enum Error {
    #[error(transparent)]
    Kube(#[from] kube::Error),
    #[error(transparent)]
    Finalizer(#[from] Box<kube::runtime::finalizer::Error<Error>>),
}

async fn reconcile(set: Arc<ConfigSet>, context: Arc<Context>) -> Result<Action, Error> {
    let _measured = context.metrics.start(NAME);
    let sets: Api<ConfigSet> = namespaced(&context.client, &set);
    finalizer(&sets, FINALIZER, set, |event| async {
        match event {
            Event::Apply(set) => apply_set(&set, &context).await,
            Event::Cleanup(set) => remove_from_directory(&set).await,
        }
    })
    .await
    .map_err(|error| Error::Finalizer(Box::new(error)))
}

fn namespaced<K>(client: &Client, set: &ConfigSet) -> Api<K>
where
    K: Resource<Scope = kube::core::NamespaceResourceScope>,
    K::DynamicType: Default,
{
    Api::namespaced(client.clone(), &set.namespace().unwrap_or_default())
}

// section: logic
async fn apply_set(set: &ConfigSet, context: &Context) -> Result<Action, Error> {
    let configs: Api<ConfigMap> = namespaced(&context.client, set);
    let mut wanted = HashSet::new();
    for (entry, text) in &set.spec.configs {
        let name = format!("{}-{entry}", set.name_any());
        let config = json!({
            "apiVersion": "v1",
            "kind": "ConfigMap",
            "metadata": { "name": name, "ownerReferences": [set.controller_owner_ref(&())] },
            "data": { "config": text },
        });
        apply(&configs, &name, &config, NAME).await?;
        wanted.insert(name);
    }
    for config in configs.list(&ListParams::default()).await? {
        let is_owned = config
            .owner_references()
            .iter()
            .any(|owner| owner.controller == Some(true) && Some(&owner.uid) == set.meta().uid.as_ref());
        if !is_owned || wanted.contains(&config.name_any()) {
            continue;
        }
        let preconditions = Preconditions { uid: config.uid(), resource_version: None };
        let parameters = DeleteParams { preconditions: Some(preconditions), ..Default::default() };
        match configs.delete(&config.name_any(), &parameters).await {
            Err(kube::Error::Api(error)) if error.code == 404 => {}
            Err(error) => return Err(error.into()),
            Ok(_) => {}
        }
    }
    let message = format!("{} ConfigMaps are applied", set.spec.configs.len());
    let current = set.status.as_ref().map(|status| status.conditions.as_slice());
    let generation = set.meta().generation;
    let changed = condition_changed(current.unwrap_or_default(), true, "Applied", message, generation);
    if let Some(condition) = changed {
        let status = json!({
            "metadata": { "resourceVersion": set.resource_version() },
            "status": { "conditions": [condition] },
        });
        let sets: Api<ConfigSet> = namespaced(&context.client, set);
        let parameters = PatchParams::default();
        sets.patch_status(&set.name_any(), &parameters, &Patch::Merge(status)).await?;
    }
    Ok(Action::await_change())
}

async fn remove_from_directory(set: &ConfigSet) -> Result<Action, Error> {
    tracing::info!(name = set.name_any(), "removed from the directory");
    Ok(Action::await_change())
}

// section: wiring
fn error_policy(_set: Arc<ConfigSet>, error: &Error, context: Arc<Context>) -> Action {
    tracing::warn!(%error, "the reconcile failed");
    context.metrics.failed(NAME);
    Action::requeue(Duration::from_secs(5))
}

fn controller(operator: Operator) -> BoxFuture<'static, ()> {
    let Operator { client, metrics, ready, stop } = operator;
    let sets: Api<ConfigSet> = Api::all(client.clone());
    let (reader, writer) = reflector::store();
    let changes = reflector(writer, watcher(sets, watcher::Config::default()))
        .default_backoff()
        .applied_objects()
        .predicate_filter(predicates::generation, Default::default());
    let store = reader.clone();
    ready(Box::pin(async move { store.wait_until_ready().await.is_ok() }));
    let context = Arc::new(Context { client: client.clone(), metrics });
    Controller::for_stream(changes, reader)
        .owns(Api::<ConfigMap>::all(client), watcher::Config::default())
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
