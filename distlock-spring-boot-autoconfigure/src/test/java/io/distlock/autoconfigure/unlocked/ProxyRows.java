// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.unlocked;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;

import io.distlock.annotation.DistributedLock;
import org.aopalliance.intercept.MethodInterceptor;

import org.springframework.aop.Advisor;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.framework.ProxyFactoryBean;
import org.springframework.aop.support.DefaultIntroductionAdvisor;
import org.springframework.aop.support.DelegatingIntroductionInterceptor;
import org.springframework.aop.target.HotSwappableTargetSource;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Proxyable;
import org.springframework.context.annotation.Role;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.service.annotation.HttpExchange;
import org.springframework.web.service.annotation.PostExchange;
import org.springframework.web.service.invoker.HttpExchangeAdapter;
import org.springframework.web.service.invoker.HttpRequestValues;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;

/**
 * Beans that are proxies before we get them, and beans with other advice.
 */
final class ProxyRows extends Rows {

	private ProxyRows() {
	}

	static List<Row> rows() {
		return List.of(client("HTTP interface client", HttpClientConfiguration.class),
				client("JDK proxy of a @Bean method", JdkProxyConfiguration.class),
				client("JDK proxy of a FactoryBean, as Feign and MyBatis have", ClientFactory.class),
				client("ProxyFactoryBean", ProxyFactoryBeanConfiguration.class),
				client("ProxyFactoryBean that names our interceptor", NamedInterceptorConfiguration.class),
				client("proxy of the application around a locked interface", HandMadeConfiguration.class),
				client("proxy of a proxy", ProxyOfProxyConfiguration.class),
				client("target that is swapped", SwappableConfiguration.class),
				client("mix-in of a proxy of the application", MixInConfiguration.class),
				refused("mix-in of an advisor", MixInAdvisorConfiguration.class),
				refused("annotation on a class behind a proxy that does not show it", HiddenTargetConfiguration.class),
				refused("annotation on a class behind an opaque proxy", OpaqueConfiguration.class),
				client("frozen proxy", FrozenConfiguration.class),
				client("record that is proxied by its interface", ProxyableConfiguration.class),
				refused("infrastructure bean", Infrastructure.class), refused("advice", LockedAdvice.class),
				refused("advisor", LockedAdvisor.class),
				locked("@Transactional", Advised.class, Advised::transactional),
				locked("@Cacheable", Advised.class, Advised::cacheable),
				locked("@Retryable", Advised.class, Advised::retryable),
				locked("infrastructure role", InfrastructureRole.class, InfrastructureRole::work));
	}

	/**
	 * A row whose bean is a client.
	 */
	private static Row client(String name, Class<?> configuration) {
		return locked(name, (context) -> context.register(configuration), ProxyRows::callClient);
	}

	private static void callClient(AnnotationConfigApplicationContext context) {
		context.getBean("client", Client.class).send("a");
	}

	private static Client jdkProxy() {
		InvocationHandler handler = (proxy, method, arguments) -> {
			if (method.getName().equals("send")) {
				Probe.look();
			}
			return method.getName().equals("hashCode") ? 7 : null;
		};
		return (Client) Proxy.newProxyInstance(Client.class.getClassLoader(), new Class<?>[] { Client.class }, handler);
	}

	@HttpExchange("/orders")
	interface Client {

		@PostExchange
		@DistributedLock(name = "client", key = "#p0")
		void send(@RequestBody String order);

	}

	interface Plain {

		void other();

	}

	static class PlainClient implements Client {

		@Override
		public void send(String order) {
			Probe.look();
		}

	}

	@Configuration
	static class HttpClientConfiguration {

		@Bean
		Client client() {
			return HttpServiceProxyFactory.builderFor(new Adapter()).build().createClient(Client.class);
		}

	}

	/**
	 * Sends nothing, and looks instead.
	 */
	private static final class Adapter implements HttpExchangeAdapter {

		@Override
		public boolean supportsRequestAttributes() {
			return true;
		}

		@Override
		public void exchange(HttpRequestValues request) {
			Probe.look();
		}

		@Override
		public HttpHeaders exchangeForHeaders(HttpRequestValues request) {
			throw new IllegalStateException();
		}

		@Override
		public <T> T exchangeForBody(HttpRequestValues request, ParameterizedTypeReference<T> type) {
			throw new IllegalStateException();
		}

		@Override
		public ResponseEntity<Void> exchangeForBodilessEntity(HttpRequestValues request) {
			throw new IllegalStateException();
		}

		@Override
		public <T> ResponseEntity<T> exchangeForEntity(HttpRequestValues request, ParameterizedTypeReference<T> type) {
			throw new IllegalStateException();
		}

	}

	@Configuration
	static class JdkProxyConfiguration {

		@Bean
		Client client() {
			return jdkProxy();
		}

	}

	@Configuration
	static class ClientFactory {

		@Bean
		static FactoryBean<Client> client() {
			return new FactoryBean<>() {

				@Override
				public Client getObject() {
					return jdkProxy();
				}

				@Override
				public Class<?> getObjectType() {
					return Client.class;
				}

			};
		}

	}

	@Configuration
	static class ProxyFactoryBeanConfiguration {

		@Bean
		ProxyFactoryBean client() {
			ProxyFactoryBean factory = new ProxyFactoryBean();
			factory.setInterfaces(Client.class);
			factory.setTarget(new PlainClient());
			return factory;
		}

	}

	@Configuration
	static class NamedInterceptorConfiguration {

		@Bean
		ProxyFactoryBean client() {
			ProxyFactoryBean factory = new ProxyFactoryBean();
			factory.setTarget(new PlainClient());
			factory.setInterceptorNames("distlockInterceptor");
			factory.setProxyTargetClass(true);
			return factory;
		}

	}

	@Configuration
	static class HandMadeConfiguration {

		@Bean
		Client client() {
			ProxyFactory factory = new ProxyFactory(Client.class, (MethodInterceptor) (invocation) -> {
				Probe.look();
				return null;
			});
			return (Client) factory.getProxy();
		}

	}

	@Configuration
	static class ProxyOfProxyConfiguration {

		@Bean
		Client client() {
			return (Client) new ProxyFactory(new ProxyFactory(new PlainClient()).getProxy()).getProxy();
		}

	}

	@Configuration
	static class SwappableConfiguration {

		@Bean
		Client client() {
			ProxyFactory factory = new ProxyFactory(new Class<?>[] { Client.class });
			factory.setTargetSource(new HotSwappableTargetSource(new PlainClient()));
			return (Client) factory.getProxy();
		}

	}

	/**
	 * Implements the client for objects that do not.
	 */
	static class MixIn extends DelegatingIntroductionInterceptor implements Client {

		@Override
		public void send(String order) {
			Probe.look();
		}

	}

	static class PlainObject implements Plain {

		@Override
		public void other() {
		}

	}

	@Configuration
	static class MixInConfiguration {

		@Bean
		Object client() {
			ProxyFactory factory = new ProxyFactory(new PlainObject());
			factory.addAdvisor(new DefaultIntroductionAdvisor(new MixIn(), Client.class));
			return factory.getProxy();
		}

	}

	@Configuration
	static class MixInAdvisorConfiguration {

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static Advisor mixIn() {
			return new DefaultIntroductionAdvisor(new MixIn(), Client.class) {

				@Override
				public boolean matches(Class<?> type) {
					return type == PlainObject.class;
				}

			};
		}

		@Bean
		PlainObject client() {
			return new PlainObject();
		}

	}

	static class LockedTarget implements Plain {

		@Override
		@DistributedLock
		public void other() {
			Probe.look();
		}

	}

	@Configuration
	static class HiddenTargetConfiguration {

		@Bean
		Plain client() {
			return (Plain) new ProxyFactory(new LockedTarget()).getProxy();
		}

	}

	@Configuration
	static class OpaqueConfiguration {

		@Bean
		Plain client() {
			ProxyFactory factory = new ProxyFactory(new LockedTarget());
			factory.setOpaque(true);
			return (Plain) factory.getProxy();
		}

	}

	@Configuration
	static class FrozenConfiguration {

		@Bean
		Client client() {
			ProxyFactory factory = new ProxyFactory(new PlainClient());
			factory.setFrozen(true);
			return (Client) factory.getProxy();
		}

	}

	record ClientRecord() implements Client {

		@Override
		public void send(String order) {
			Probe.look();
		}

	}

	@Configuration
	static class ProxyableConfiguration {

		@Bean
		@Proxyable(interfaces = Client.class)
		ClientRecord client() {
			return new ClientRecord();
		}

	}

	static class Infrastructure implements AopInfrastructureBean {

		@DistributedLock
		void work() {
			Probe.look();
		}

	}

	static class LockedAdvice implements MethodInterceptor {

		@Override
		@DistributedLock
		public Object invoke(org.aopalliance.intercept.MethodInvocation invocation) throws Throwable {
			Probe.look();
			return invocation.proceed();
		}

	}

	static class LockedAdvisor extends DefaultIntroductionAdvisor {

		LockedAdvisor() {
			super(new MixIn(), Client.class);
		}

		@Override
		@DistributedLock
		public boolean matches(Class<?> type) {
			return false;
		}

	}

	@EnableCaching
	@EnableResilientMethods
	static class Advised {

		@Bean
		static ConcurrentMapCacheManager cacheManager() {
			return new ConcurrentMapCacheManager();
		}

		@Transactional
		@DistributedLock("advised")
		public void transactional() {
			Probe.look();
		}

		@Cacheable("cache")
		@DistributedLock("advised")
		public int cacheable() {
			return Probe.look();
		}

		@Retryable
		@DistributedLock("advised")
		public void retryable() {
			Probe.look();
		}

	}

	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static class InfrastructureRole {

		@DistributedLock("role")
		void work() {
			Probe.look();
		}

	}

}
