// SPDX-License-Identifier: Apache-2.0

package io.distlock.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.PropertyMapping;

/**
 * Annotation for a Spring test, sliced or complete, with locks inside the test process:
 * no server is used, regardless of the application's configuration. A {@link TestLocks}
 * bean controls the rest of the cluster.
 * <p>
 * Each {@link io.distlock.provider.LockProvider} bean of the application is replaced,
 * under its own name, by a provider inside the test; {@code distlock.provider} is
 * ignored. The application is the only node and leads its roles, unless a
 * {@link TestLeaders} bean changes the leader. Cluster jobs run when a test calls
 * {@link io.distlock.scheduling.ClusterJobs#runNow}; triggers do not fire unless
 * {@link #jobs} is set. Changes of locks by a test method are undone when the method
 * ends.
 *
 * @since 0.1.0
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ImportAutoConfiguration
public @interface AutoConfigureDistlock {

	/**
	 * Whether to configure locks in this test, regardless of {@code distlock.enabled} in
	 * the application. Without locks, there is no {@link TestLocks} bean.
	 * @return {@code true} to configure locks
	 */
	@PropertyMapping("distlock.enabled")
	boolean enabled() default true;

	/**
	 * Whether triggers of cluster jobs fire, regardless of {@code
	 * distlock.scheduling.enabled} in the application.
	 * @return {@code true} to fire triggers
	 */
	@PropertyMapping("distlock.scheduling.enabled")
	boolean jobs() default false;

}
