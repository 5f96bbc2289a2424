package io.distlock.actuate;

import java.util.List;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The jobs of the cluster that this node knows.
 *
 * @param jobs the jobs, by name
 * @since 0.1.0
 */
public record ClusterJobsDescriptor(List<ClusterJobDescriptor> jobs) implements OperationResponseBody {

}
