package io.distlock.scheduling;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.distlock.scheduling.ledger.JobRun;

/**
 * The operations on the jobs that this node knows.
 */
final class NodeClusterJobs implements ClusterJobs {

	private final Map<String, JobNode> nodes;

	NodeClusterJobs(Map<String, JobNode> nodes) {
		this.nodes = nodes;
	}

	@Override
	public List<ClusterJob> jobs() {
		return this.nodes.values().stream().map(JobNode::describe).toList();
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

	private JobNode node(String name) {
		JobNode node = this.nodes.get(name);
		if (node == null) {
			throw new IllegalArgumentException(
					"There is no job '%s' in this application; its jobs are %s".formatted(name, this.nodes.keySet()));
		}
		return node;
	}

}
