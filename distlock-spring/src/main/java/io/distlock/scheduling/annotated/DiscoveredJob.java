// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.annotated;

/**
 * A job that was found on a bean.
 *
 * @param spec what the annotations say
 * @param method calls the method through the bean's proxy
 */
public record DiscoveredJob(JobSpec spec, Runnable method) {

}
