// SPDX-License-Identifier: Apache-2.0

package io.distlock.observation;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.distlock.LockObserver;
import io.distlock.LockTemplate;
import io.distlock.annotation.DistributedLock;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.observation.LockMetricsAutoConfiguration;
import io.distlock.autoconfigure.observation.LockObservationAutoConfiguration;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;

/**
 * An application without metrics and context propagation, run by a class loader that has
 * neither.
 */
public final class LeanApplication {

	private LeanApplication() {
	}

	/**
	 * Use locks of every style.
	 * @return what the locked methods returned, and how many observers there are
	 */
	public static String run() {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			TestPropertyValues.of("distlock.provider=local").applyTo(context);
			context.register(Application.class);
			context.refresh();
			Application application = context.getBean(Application.class);
			String inCode = context.getBean(LockTemplate.class)
				.<String, RuntimeException>execute("key", (lock) -> "code");
			return String.join(" ", inCode, application.blocking(), application.stage().toCompletableFuture().join(),
					application.mono().block(), "" + context.getBeanNamesForType(LockObserver.class).length);
		}
	}

	/**
	 * The application.
	 */
	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ DistlockAutoConfiguration.class, LockObservationAutoConfiguration.class,
			LockMetricsAutoConfiguration.class })
	static class Application {

		@DistributedLock("blocking")
		String blocking() {
			return "blocking";
		}

		@DistributedLock("stage")
		CompletionStage<String> stage() {
			return CompletableFuture.completedFuture("stage");
		}

		@DistributedLock("mono")
		Mono<String> mono() {
			return Mono.just("mono");
		}

	}

}
