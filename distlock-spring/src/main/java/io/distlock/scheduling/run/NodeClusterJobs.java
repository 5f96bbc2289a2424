// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.distlock.scheduling.ClusterJob;
import io.distlock.scheduling.ClusterJobs;
import io.distlock.scheduling.OrphanedJobs;
import io.distlock.scheduling.ledger.JobRun;

/**
 * The operations on the jobs that this node knows.
 */
final class NodeClusterJobs implements ClusterJobs {

	private final Map<String, LocalJob> nodes;

	private final Orphans orphans;

	NodeClusterJobs(Map<String, LocalJob> nodes, Orphans orphans) {
		this.nodes = nodes;
		this.orphans = orphans;
	}

	@Override
	public List<ClusterJob> jobs() {
		return this.nodes.values().stream().map(LocalJob::describe).toList();
	}

	@Override
	public ClusterJob job(String name) {
		return node(name).describe();
	}

	@Override
	public Map<String, String> providers() {
		Map<String, String> providers = new LinkedHashMap<>();
		this.nodes.forEach((name, node) -> providers.put(name, node.spec().provider()));
		return providers;
	}

	@Override
	public Optional<ClusterJob> lastSeen(String name) {
		return node(name).seen();
	}

	@Override
	public List<JobRun> history(String name) {
		return node(name).history();
	}

	@Override
	public JobRun runNow(String name) {
		return node(name).runNow();
	}

	@Override
	public void pause(String name) {
		node(name).pause(true);
	}

	@Override
	public void resume(String name) {
		node(name).pause(false);
	}

	@Override
	public boolean stop(String name) {
		return node(name).stopRun();
	}

	@Override
	public OrphanedJobs orphans() {
		return this.orphans.list();
	}

	private LocalJob node(String name) {
		LocalJob node = this.nodes.get(name);
		if (node == null) {
			throw new IllegalArgumentException(
					"There is no job '%s' in this application; its jobs are %s".formatted(name, this.nodes.keySet()));
		}
		return node;
	}

}
