// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.annotated;

import io.distlock.annotation.ClusterScheduled;
import io.distlock.annotation.InvalidLockAnnotationException;
import org.junit.jupiter.api.Test;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.aot.AotProcessingException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.scheduling.annotation.Scheduled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What is kept of jobs for a native image, and what fails its build.
 */
class ClusterJobAotProcessorTests {

	@Test
	void jobsCanBeCalled() throws Exception {
		RuntimeHints hints = process(Reports.class);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Reports.class.getDeclaredMethod("daily")))
			.accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Reports.class.getDeclaredMethod("unrelated")))
			.rejects(hints);
		assertThat(RuntimeHintsPredicates.reflection()
			.onType(ClusterScheduled.class)
			.withMemberCategory(MemberCategory.INVOKE_DECLARED_METHODS)).accepts(hints);
	}

	@Test
	void wrongAnnotationFailsTheBuild() {
		assertThatExceptionOfType(AotProcessingException.class).isThrownBy(() -> process(WrongCron.class))
			.withCauseInstanceOf(InvalidLockAnnotationException.class)
			.withMessageContaining("every day");
		assertThatExceptionOfType(AotProcessingException.class).isThrownBy(() -> process(Parameters.class))
			.withCauseInstanceOf(InvalidLockAnnotationException.class)
			.withMessageContaining("it has parameters");
	}

	@Test
	void whatDependsOnTheEnvironmentIsLeftToTheStart() throws Exception {
		assertThat(
				RuntimeHintsPredicates.reflection().onMethodInvocation(FromEnvironment.class.getDeclaredMethod("work")))
			.accepts(process(FromEnvironment.class));
	}

	@Test
	void expressionsCreateNoBeansAtBuildTime() throws Exception {
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(FromBean.class.getDeclaredMethod("work")))
			.accepts(process(FromBean.class));
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(OwnFromBean.class.getDeclaredMethod("work")))
			.accepts(process(OwnFromBean.class));
		assertThat(
				RuntimeHintsPredicates.reflection().onMethodInvocation(RetriesFromBean.class.getDeclaredMethod("work")))
			.accepts(process(RetriesFromBean.class));
		assertThatExceptionOfType(AotProcessingException.class).isThrownBy(() -> process(ParametersFromBean.class))
			.withMessageContaining("it has parameters");
	}

	@Test
	void jobsOfWhatAFactoryMakesAreKeptAndChecked() throws Exception {
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Cleaning.class.getDeclaredMethod("clean")))
			.accepts(process(Clients.class));
		assertThatExceptionOfType(AotProcessingException.class).isThrownBy(() -> process(WrongClients.class))
			.withCauseInstanceOf(InvalidLockAnnotationException.class)
			.withMessageContaining("every day");
	}

	private static RuntimeHints process(Class<?> bean) {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			context.register(Jobs.class);
			context.registerBean(bean);
			TestGenerationContext generation = new TestGenerationContext();
			new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
			return generation.getRuntimeHints();
		}
	}

	@Configuration(proxyBeanMethods = false)
	static class Jobs {

		@Bean
		static ClusterScheduledBeanPostProcessor jobs(ConfigurableListableBeanFactory beanFactory) {
			return new ClusterScheduledBeanPostProcessor(beanFactory);
		}

	}

	static class Reports {

		@ClusterScheduled(name = "daily", cron = "0 0 6 * * *", zone = "UTC")
		void daily() {
		}

		void unrelated() {
		}

	}

	static class WrongCron {

		@ClusterScheduled(cron = "every day")
		void work() {
		}

	}

	static class Parameters {

		@ClusterScheduled(fixedRate = "1s")
		void work(String nobody) {
		}

	}

	static class FromEnvironment {

		@ClusterScheduled(name = "env", cron = "${only.at.run.time}")
		void work() {
		}

	}

	static class FromBean {

		@Scheduled(cron = "#{@created.at.runtime}")
		@ClusterScheduled("bean")
		void work() {
		}

	}

	static class OwnFromBean {

		@ClusterScheduled(name = "#{@created.at.runtime}", fixedDelay = "#{@created.at.runtime}")
		void work() {
		}

	}

	static class RetriesFromBean {

		@ClusterScheduled(fixedDelay = "1s", maxAttempts = 2, retryDelay = "#{@created.at.runtime}")
		void work() {
		}

	}

	static class ParametersFromBean {

		@ClusterScheduled(fixedDelay = "#{@created.at.runtime}")
		void work(String nobody) {
		}

	}

	interface Cleaning {

		@ClusterScheduled(name = "clean", fixedDelay = "1s")
		void clean();

	}

	@Configuration(proxyBeanMethods = false)
	static class Clients {

		@Bean
		static FactoryBean<Cleaning> cleaning() {
			throw new IllegalStateException("Nothing is created at build time");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class WrongClients {

		@Bean
		static FactoryBean<WrongCron> wrong() {
			throw new IllegalStateException("Nothing is created at build time");
		}

	}

}
