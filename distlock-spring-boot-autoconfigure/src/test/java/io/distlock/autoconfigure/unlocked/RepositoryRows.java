// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.unlocked;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

import javax.sql.DataSource;

import io.distlock.annotation.DistributedLock;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactory;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.PostLoad;
import jakarta.persistence.PrePersist;
import jakarta.persistence.PreRemove;
import reactor.core.publisher.Mono;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.FilterType;
import org.springframework.context.annotation.Primary;
import org.springframework.data.jdbc.repository.config.AbstractJdbcConfiguration;
import org.springframework.data.jdbc.repository.config.EnableJdbcRepositories;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.jpa.repository.support.JpaEntityInformation;
import org.springframework.data.jpa.repository.support.JpaRepositoryFactoryBean;
import org.springframework.data.jpa.repository.support.SimpleJpaRepository;
import org.springframework.data.r2dbc.config.AbstractR2dbcConfiguration;
import org.springframework.data.r2dbc.repository.config.EnableR2dbcRepositories;
import org.springframework.data.repository.CrudRepository;
import org.springframework.data.repository.core.support.RepositoryFactoryBeanSupport;
import org.springframework.data.repository.reactive.ReactiveCrudRepository;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcOperations;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;

/**
 * Repositories of Spring Data, whose implementation knows nothing of our annotations.
 */
final class RepositoryRows extends Rows {

	private RepositoryRows() {
	}

	static List<Row> rows() {
		return List.of(items("JPA repository, declared query", Items::query),
				items("JPA repository, derived query", (items) -> items.findByName("a")),
				items("JPA repository, default method", Items::byDefault),
				items("JPA repository, redeclared save", (items) -> items.save(new Item("b"))),
				items("JPA repository, redeclared save, called as CrudRepository",
						(items) -> ((CrudRepository<Item, String>) items).save(new Item("c"))),
				items("JPA repository, redeclared delete", (items) -> items.deleteById("a")),
				items("JPA repository, method of a generic parent", (items) -> items.ofParent("a")),
				items("JPA repository, method of a generic parent, called as the parent",
						(items) -> ((Named<Item>) items).ofParent("a")),
				items("JPA repository, method of a fragment", Items::ofFragment),
				locked("JPA repository, annotated as a whole", jpa(WholeItems.class),
						(context) -> context.getBean(WholeItems.class).findById("a")),
				locked("JPA repository, annotated as a whole, inherited method", jpa(WholeItems.class),
						(context) -> context.getBean(WholeItems.class).save(new Item("d"))),
				refused("JPA repository, annotation on a base class of the application",
						jpa(PlainItems.class, (factory) -> factory.setRepositoryBaseClass(LockedBase.class))
							.andThen((context) -> context.register(PlainUser.class))),
				refused("JPA repository, wrong annotation", jpa(WrongItems.class)),
				locked("JDBC repository", (context) -> context.register(JdbcConfiguration.class),
						(context) -> context.getBean(JdbcItems.class).query()),
				locked("R2DBC repository", (context) -> context.register(R2dbcConfiguration.class),
						(context) -> context.getBean(R2dbcItems.class).query().block()));
	}

	private static Row items(String name, Row.BeanCall<Items> call) {
		return locked(name, jpa(Items.class), (context) -> call.on(context.getBean(Items.class)));
	}

	private static <R> Consumer<AnnotationConfigApplicationContext> jpa(Class<R> repository) {
		return jpa(repository, (factory) -> {
		});
	}

	private static <R> Consumer<AnnotationConfigApplicationContext> jpa(Class<R> repository,
			Consumer<RepositoryFactoryBeanSupport<?, ?, ?>> customizer) {
		return (context) -> {
			context.register(JpaConfiguration.class);
			context.registerBean("items", RepositoryFactoryBeanSupport.class, () -> {
				JpaRepositoryFactoryBean<?, ?, ?> factory = factory(repository, context);
				customizer.accept(factory);
				return factory;
			}, (definition) -> definition.setAttribute("factoryBeanObjectType", repository));
		};
	}

	@SuppressWarnings({ "unchecked", "rawtypes" })
	private static JpaRepositoryFactoryBean<?, ?, ?> factory(Class<?> repository,
			AnnotationConfigApplicationContext context) {
		JpaRepositoryFactoryBean factory = new JpaRepositoryFactoryBean(repository);
		factory.setEntityManager(context.getBean(EntityManager.class));
		factory.setTransactionManager("jpaTransactionManager");
		factory.setCustomImplementation(new FragmentImplementation());
		return factory;
	}

	interface Named<T> {

		@DistributedLock(name = "parent", key = "#p0")
		@Query("select item from Item item where item.name = ?1")
		List<T> ofParent(String name);

	}

	interface Fragment {

		@DistributedLock("fragment")
		void ofFragment();

	}

	static class FragmentImplementation implements Fragment {

		@Override
		public void ofFragment() {
			Probe.look();
		}

	}

	interface PlainItems extends CrudRepository<Item, String> {

	}

	record PlainUser(PlainItems items) {

	}

	interface Items extends CrudRepository<Item, String>, Named<Item>, Fragment {

		@DistributedLock("query")
		@Query(nativeQuery = true, value = "select LOOK()")
		int query();

		@DistributedLock(name = "derived", key = "#name")
		List<Item> findByName(String name);

		@DistributedLock("default")
		default void byDefault() {
			Probe.look();
		}

		@Override
		@DistributedLock(name = "save", key = "#item.name")
		<S extends Item> S save(S item);

		@Override
		@DistributedLock("delete")
		void deleteById(String name);

	}

	@DistributedLock("whole")
	interface WholeItems extends CrudRepository<Item, String> {

		@Override
		Optional<Item> findById(String name);

	}

	interface WrongItems extends CrudRepository<Item, String> {

		@DistributedLock(key = "#typo")
		List<Item> findByName(String name);

	}

	static class LockedBase extends SimpleJpaRepository<Item, String> {

		LockedBase(JpaEntityInformation<Item, ?> information, EntityManager entityManager) {
			super(information, entityManager);
		}

		@Override
		@DistributedLock
		public <S extends Item> S save(S item) {
			return super.save(item);
		}

	}

	/**
	 * Looks whenever it is loaded or stored.
	 */
	@Entity(name = "Item")
	static class Item {

		@Id
		private String name;

		Item() {
		}

		Item(String name) {
			this.name = name;
		}

		public String getName() {
			return this.name;
		}

		@PostLoad
		@PrePersist
		@PreRemove
		void look() {
			Probe.look();
		}

	}

	@Configuration
	static class JpaConfiguration {

		@Bean
		LocalContainerEntityManagerFactoryBean entityManagerFactory(DataSource dataSource) {
			Look.create(dataSource);
			LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
			factory.setDataSource(dataSource);
			factory.setManagedTypes(PersistenceManagedTypes.of(Item.class.getName()));
			factory.setPersistenceUnitName("items");
			factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
			factory.setJpaPropertyMap(Map.of("hibernate.hbm2ddl.auto", "create"));
			return factory;
		}

		@Bean
		@Primary
		JpaTransactionManager jpaTransactionManager(EntityManagerFactory factory) {
			JpaTransactionManager manager = new JpaTransactionManager(factory);
			try (EntityManager entityManager = factory.createEntityManager()) {
				entityManager.getTransaction().begin();
				entityManager.createNativeQuery("insert into item (name) values ('a')").executeUpdate();
				entityManager.getTransaction().commit();
			}
			return manager;
		}

	}

	interface JdbcItems extends CrudRepository<JdbcItem, String> {

		@DistributedLock("jdbc")
		@org.springframework.data.jdbc.repository.query.Query("select LOOK()")
		int query();

	}

	record JdbcItem(@org.springframework.data.annotation.Id String name) {

	}

	@Configuration
	@EnableJdbcRepositories(considerNestedRepositories = true,
			includeFilters = @ComponentScan.Filter(type = FilterType.ASSIGNABLE_TYPE, classes = JdbcItems.class),
			excludeFilters = @ComponentScan.Filter(type = FilterType.REGEX, pattern = ".*\\$(Plain|Whole|Wrong)?Items"))
	static class JdbcConfiguration extends AbstractJdbcConfiguration {

		@Bean
		NamedParameterJdbcOperations operations(DataSource dataSource) {
			return new NamedParameterJdbcTemplate(Look.create(dataSource));
		}

	}

	interface R2dbcItems extends ReactiveCrudRepository<R2dbcItem, String> {

		@DistributedLock("r2dbc")
		@org.springframework.data.r2dbc.repository.Query("select LOOK()")
		Mono<Integer> query();

	}

	record R2dbcItem(@org.springframework.data.annotation.Id String name) {

	}

	@Configuration
	@EnableR2dbcRepositories(considerNestedRepositories = true,
			includeFilters = @ComponentScan.Filter(type = FilterType.ASSIGNABLE_TYPE, classes = R2dbcItems.class),
			excludeFilters = @ComponentScan.Filter(type = FilterType.REGEX,
					pattern = ".*\\$(Plain|Whole|Wrong|Jdbc)?Items"))
	static class R2dbcConfiguration extends AbstractR2dbcConfiguration {

		@Bean
		@Override
		public ConnectionFactory connectionFactory() {
			Look.create(new DriverManagerDataSource(Probe.URL));
			return ConnectionFactories.get("r2dbc:h2:mem:///unlocked;DB_CLOSE_DELAY=-1");
		}

	}

	/**
	 * A function of the database that looks whether a lock is held.
	 */
	private static final class Look {

		private Look() {
		}

		static JdbcTemplate create(DataSource dataSource) {
			JdbcTemplate jdbc = new JdbcTemplate(dataSource);
			jdbc.execute("create alias if not exists LOOK for '%s.look'".formatted(Probe.class.getName()));
			return jdbc;
		}

	}

}
