// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import io.distlock.scheduling.ClusterJob;
import io.distlock.scheduling.ClusterJobs;
import io.distlock.scheduling.ClusterSchedule;
import io.distlock.scheduling.JobRemoval;
import io.distlock.scheduling.JobSchedule;
import io.distlock.scheduling.OrphanedJobs;
import io.distlock.scheduling.ledger.JobRun;

/**
 * The operations on the jobs that this node knows.
 */
final class NodeClusterJobs implements ClusterJobs {

	private final Supplier<Map<String, LocalJob>> nodes;

	private final Orphans orphans;

	private final Schedules schedules;

	NodeClusterJobs(Supplier<Map<String, LocalJob>> nodes, Orphans orphans, Schedules schedules) {
		this.nodes = nodes;
		this.orphans = orphans;
		this.schedules = schedules;
	}

	@Override
	public List<ClusterJob> jobs() {
		return this.nodes.get().values().stream().map(LocalJob::describe).toList();
	}

	@Override
	public ClusterJob job(String name) {
		return node(name).describe();
	}

	@Override
	public Map<String, String> providers() {
		Map<String, String> providers = new LinkedHashMap<>();
		this.nodes.get().forEach((name, node) -> providers.put(name, node.spec().provider()));
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

	@Override
	public JobRemoval remove(String name, String provider) {
		return this.orphans.remove(name, provider);
	}

	@Override
	public void schedule(String name, JobSchedule schedule) {
		this.schedules.schedule(name, schedule);
	}

	@Override
	public boolean unschedule(String name) {
		return this.schedules.unschedule(name);
	}

	@Override
	public List<ClusterSchedule> schedules() {
		return this.schedules.list();
	}

	private LocalJob node(String name) {
		Map<String, LocalJob> all = this.nodes.get();
		LocalJob node = all.get(name);
		if (node == null) {
			throw new IllegalArgumentException(
					"There is no job '%s' in this application; its jobs are %s".formatted(name, all.keySet()));
		}
		return node;
	}

}
